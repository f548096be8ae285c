// The buttons that copy code. Where a page has no clipboard (it came by http, from another machine) they are hidden.
import { copyBy } from "./copied.ts";

if (navigator.clipboard === undefined) {
  document.documentElement.classList.add("no-clipboard");
}

addEventListener("click", async ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>("button.copy") : null;
  const code = button?.closest(".code")?.querySelector("code");
  if (button !== null && code) {
    await copyBy(button, code.textContent ?? "");
  }
});
