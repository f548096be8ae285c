// The buttons that copy code. Where a page has no clipboard (it came by http, from another machine) they are hidden.

if (navigator.clipboard === undefined) {
  document.documentElement.classList.add("no-clipboard");
}

addEventListener("click", async ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>("button.copy") : null;
  const code = button?.closest(".code")?.querySelector("code");
  if (button === null || !code) {
    return;
  }
  const done = await navigator.clipboard.writeText(code.textContent ?? "").then(
    () => "Copied",
    () => "Not allowed",
  );
  button.textContent = done;
  button.classList.add("done");
  setTimeout(() => {
    button.textContent = "Copy";
    button.classList.remove("done");
  }, 2000);
});
