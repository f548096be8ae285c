import { escapeHtml } from "../escape.ts";
import type { Found } from "./options.ts";

/** Opens the dialog by its button, and loads the index the first time. */
function startSearch(button: HTMLElement, dialog: HTMLDialogElement): void {
  const input = dialog.querySelector("input");
  const list = dialog.querySelector("ul");
  const count = dialog.querySelector("[data-count]");
  const root = button.dataset["search"] ?? "/";
  if (input === null || list === null || count === null) return;
  let index: Promise<Search> | undefined;

  const show = async (): Promise<void> => {
    index ??= load(root);
    const text = input.value;
    const loaded = await index.catch(() => undefined);
    const found = loaded?.(text) ?? [];
    if (text !== input.value) return;
    const results = `${found.length} ${found.length === 1 ? "result" : "results"}`;
    const result = loaded === undefined ? "The search needs a built site." : results;
    count.textContent = text === "" ? "" : result;
    list.innerHTML = found
      .slice(0, 20)
      .map(({ id, title, page }) => resultHtml(root + id, title, page))
      .join("");
  };
  const open = (): void => {
    dialog.showModal();
    input.select();
    void show();
  };
  button.addEventListener("click", open);
  input.addEventListener("input", () => void show());
  dialog.addEventListener("click", ({ target }) => {
    if (target instanceof Element && (target === dialog || target.closest("a, button") !== null))
      dialog.close();
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    const stops = [input, ...list.querySelectorAll("a")];
    const now = stops.findIndex((stop) => stop.matches(":focus"));
    stops.at((now + (event.key === "ArrowDown" ? 1 : -1)) % stops.length)?.focus();
  });
  dialog.querySelector("form")?.addEventListener("submit", (event) => {
    event.preventDefault();
    list.querySelector("a")?.click();
  });
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key !== "k") return;
    event.preventDefault();
    if (dialog.open) dialog.close();
    else open();
  });
}

function resultHtml(url: string, title: string, page: string): string {
  const name = `<strong>${escapeHtml(title)}</strong>`;
  const where = `<span class="hint">${escapeHtml(page)}</span>`;
  return `<li><a href="${escapeHtml(url)}">${name} ${where}</a></li>`;
}

/** The results of a query, the best first. */
type Search = (query: string) => Pick<Found, "id" | "title" | "page">[];

async function load(root: string): Promise<Search> {
  const [{ default: MiniSearch }, { exactFirst, searchOptions }, response] = await Promise.all([
    import("minisearch"),
    import("./options.ts"),
    fetch(`${root}search.json`),
  ]);
  if (!response.ok) throw new Error(`The index of the search is missing: ${response.status}`);
  const index = MiniSearch.loadJSON<Found>(await response.text(), searchOptions);
  return (query) => {
    const found = index.search(query).map(({ id, title, page, aliases }) => ({
      id: String(id),
      title: String(title),
      page: String(page),
      aliases: [aliases ?? []].flat().map(String),
    }));
    return exactFirst(found, query);
  };
}

const button = document.querySelector<HTMLElement>("[data-search]");
const dialog = document.querySelector<HTMLDialogElement>(".search dialog");
if (button !== null && dialog !== null) startSearch(button, dialog);
