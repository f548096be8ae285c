// Runs on every page: shows the current link of the sidebar, and filters its links.

const sidebar = document.querySelector(".sidebar-pane");

document.addEventListener("astro:page-load", () => {
  const current = sidebar?.querySelector('[aria-current="page"]')?.getBoundingClientRect();
  // `scrollIntoView` would let the keyboard start at the link, instead of at the skip link.
  // Starlight restores the position of the last page; the link may be above or below what is in
  // view.
  if (sidebar && current && (current.top < 160 || current.bottom > innerHeight - 64))
    sidebar.scrollTop += current.top - innerHeight / 2;
});

const input = document.querySelector<HTMLInputElement>("[data-filter]");
input?.addEventListener("input", () => filter(input.value.trim().toLowerCase()));

/** Shows the links with a text, and the groups that have some. The empty string: all, as before. */
function filter(text: string): void {
  for (const group of sidebar?.querySelectorAll("details") ?? []) {
    group.dataset["wasOpen"] ??= String(group.open);
    const links = [...group.querySelectorAll("a")];
    const found = links.filter((link) => link.textContent.toLowerCase().includes(text));
    for (const link of links) link.parentElement?.toggleAttribute("hidden", !found.includes(link));
    group.toggleAttribute("hidden", found.length === 0);
    group.open = text === "" ? group.dataset["wasOpen"] === "true" : found.length > 0;
  }
}
