// What every page has: filters of lists, buttons that copy, and the current link in sight.
import { copyText } from "./copy.ts";

/** Shows those items of a list that hold every word that is typed. */
function startFilter(input: HTMLInputElement, selector: string): void {
  const count = input.parentElement?.querySelector("output");
  const items = [...document.querySelectorAll<HTMLElement>(selector)].map((item) => ({
    item,
    text: `${item.textContent} ${item.closest("section")?.querySelector("h2")?.textContent ?? ""}`,
  }));
  input.addEventListener("input", () => {
    const words = input.value.toLowerCase().split(/\s+/);
    for (const { item, text } of items) {
      item.hidden = !words.every((word) => text.toLowerCase().includes(word));
      if (!item.hidden && input.value !== "") item.closest("details")?.setAttribute("open", "");
    }
    const shown = items.filter(({ item }) => !item.hidden).length;
    if (count) count.textContent = input.value === "" ? "" : `${shown} of ${items.length}`;
  });
}

for (const input of document.querySelectorAll<HTMLInputElement>("[data-filter]"))
  startFilter(input, input.dataset["filter"] ?? "");
for (const button of document.querySelectorAll<HTMLElement>("[data-copies]"))
  button.addEventListener("click", () => copyText(button, button.dataset["copies"] ?? ""));
const sidebar = document.querySelector(".sidebar-pane");
const current = sidebar?.querySelector<HTMLElement>('[aria-current="page"]');
if (current && current.offsetTop > (sidebar?.clientHeight ?? 0))
  current.scrollIntoView({ block: "center" });
