// The behaviour of every page: filters of lists, copy buttons, the current link in view, and the
// target of the fragment.

/**
 * Copies a string and confirms it on the button.
 *
 * @param said - What the button then says for a moment.
 */
export function copyText(button: HTMLElement, text: string, said = "Copied"): void {
  void write(text).then((isCopied) => {
    const label = button.textContent;
    button.textContent = isCopied ? said : "Copy failed";
    setTimeout(() => {
      button.textContent = label;
    }, 1500);
  });
}

/** An insecure page has no clipboard API, but can copy a selection. */
async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand("copy");
    area.remove();
    return isCopied;
  }
}

/** Shows the items of a list that contain every typed word. */
function startFilter(input: HTMLInputElement, selector: string): void {
  const count = input.parentElement?.querySelector("output");
  const items = [...document.querySelectorAll<HTMLElement>(selector)].map((item) => ({
    item,
    text: `${item.textContent} ${item.closest("section")?.querySelector("h2")?.textContent ?? ""}`,
  }));
  input.addEventListener("input", () => {
    const words = input.value.toLowerCase().split(/\s+/);
    input.closest(".sidebar-pane")?.scrollTo(0, 0);
    for (const { item, text } of items) {
      item.hidden = !words.every((word) => text.toLowerCase().includes(word));
      if (!item.hidden && input.value !== "") item.closest("details")?.setAttribute("open", "");
    }
    const shown = items.filter(({ item }) => !item.hidden).length;
    if (count) count.textContent = input.value === "" ? "" : `${shown} of ${items.length}`;
  });
}

/** Shows one of the documented responses. */
export function showResponse(id: string): void {
  const section = document.getElementById(id)?.closest(".response");
  if (!section) return;
  for (const each of document.querySelectorAll(".response"))
    each.classList.toggle("shown", each === section);
  for (const input of document.querySelectorAll<HTMLInputElement>('[name="response"]'))
    input.checked = input.value === id;
}

/** Shows the target of the fragment, even if it is folded or belongs to another response. */
export function openTarget(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  showResponse(target.closest(".response")?.querySelector("h3")?.id ?? "");
  let fold = target.closest("details");
  if (!fold && !target.closest(".response")) return;
  for (; fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
  target.scrollIntoView();
}

for (const input of document.querySelectorAll<HTMLInputElement>("[data-filter]"))
  startFilter(input, input.dataset["filter"] ?? "");
for (const button of document.querySelectorAll<HTMLElement>("[data-copies]"))
  button.addEventListener("click", () => copyText(button, button.dataset["copies"] ?? ""));
// `scrollIntoView` would let the keyboard start at the link, instead of at the skip links. Starlight
// restores the position of the last page; the current link may be above or below what is in view.
const sidebar = document.querySelector(".sidebar-pane");
const current = sidebar?.querySelector('[aria-current="page"]')?.getBoundingClientRect();
if (sidebar && current && (current.top < 160 || current.bottom > innerHeight - 64))
  sidebar.scrollTop += current.top - innerHeight / 2;
addEventListener("hashchange", openTarget);
openTarget();
