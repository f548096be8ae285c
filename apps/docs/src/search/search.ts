import { escapeHtml } from "../text/escape.ts";
import type { PackedEntry, SearchEntry, SnippetPart } from "./entries.ts";

/** The dialog of the search, with what it shows. */
interface SearchDialog {
  readonly dialog: HTMLDialogElement;
  readonly input: HTMLInputElement;
  readonly list: HTMLElement;
  readonly count: Element;
  /** The URL of the site. */
  readonly root: string;
}

/** Opens the dialog by its button, and loads the index the first time. */
function startSearch(button: HTMLElement, search: SearchDialog): void {
  const { dialog, input, list, root } = search;
  let index: Promise<Search> | undefined;
  const show = async (): Promise<void> => {
    index ??= load(root);
    const text = input.value;
    const loaded = await index.catch(() => undefined);
    if (text === input.value) showResults(search, text, loaded?.(text));
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
  dialog.addEventListener("keydown", (event) => moveFocus(search, event));
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

/** Shows the results of a text. `undefined`: there is no index. */
function showResults({ count, list, root }: SearchDialog, text: string, found?: SearchResult[]) {
  const { length = 0 } = found ?? {};
  const results = `${length} ${length === 1 ? "result" : "results"}`;
  const result = found === undefined ? "The search needs a built site." : results;
  count.textContent = text === "" ? "" : result;
  const first = (found ?? []).slice(0, 20);
  list.innerHTML = first.map((each) => resultHtml(root, each)).join("");
}

/** The arrows go through the input and the results. */
function moveFocus({ input, list }: SearchDialog, event: KeyboardEvent): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  event.preventDefault();
  const stops = [input, ...list.querySelectorAll("a")];
  const now = stops.findIndex((stop) => stop.matches(":focus"));
  stops.at((now + (event.key === "ArrowDown" ? 1 : -1)) % stops.length)?.focus();
}

function resultHtml(root: string, result: SearchResult): string {
  const { aliases, id, kind, page, snippet, title } = result;
  // Of an operation, its method and path.
  const place = kind === "operation" ? (aliases[1] ?? "") : page;
  const where = place === "" ? "" : ` <span class="hint">${escapeHtml(place)}</span>`;
  const text = snippet.map(({ isFound, text: part }) =>
    isFound ? `<mark>${escapeHtml(part)}</mark>` : escapeHtml(part),
  );
  const name = `<strong>${escapeHtml(title)}</strong>${where}`;
  const more = `<span class="hint">${text.join("")}</span>`;
  return `<li><a href="${escapeHtml(root + id)}">${name}${more}</a></li>`;
}

/** An entry that is found, with the part of its text where it is. */
type SearchResult = SearchEntry & { readonly snippet: readonly SnippetPart[] };

/** The results of a query, the best first. */
type Search = (query: string) => SearchResult[];

async function load(root: string): Promise<Search> {
  const [{ default: MiniSearch }, entriesModule, response] = await Promise.all([
    import("minisearch"),
    import("./entries.ts"),
    fetch(`${root}search.json`),
  ]);
  const { inOrder, misspelledOptions, searchOptions, snippetOf, unpackEntries } = entriesModule;
  if (!response.ok) throw new Error(`The index of the search is missing: ${response.status}`);
  const packed: readonly PackedEntry[] = await response.json();
  const entries = unpackEntries(packed);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const index = new MiniSearch<SearchEntry>(searchOptions);
  index.addAll(entries);
  return (query) => {
    const exact = index.search(query);
    const results = exact.length > 0 ? exact : index.search(query, misspelledOptions);
    const found = results.flatMap(({ id, terms }) => {
      const entry = byId.get(String(id));
      return entry === undefined ? [] : [{ ...entry, snippet: snippetOf(entry.text, terms) }];
    });
    return inOrder(found, query);
  };
}

const button = document.querySelector<HTMLElement>("[data-search]");
const dialog = document.querySelector<HTMLDialogElement>(".search dialog");
const input = dialog?.querySelector("input");
const list = dialog?.querySelector("ul");
const count = dialog?.querySelector("[data-count]");
if (button && dialog && input && list && count)
  startSearch(button, { dialog, input, list, count, root: button.dataset["search"] ?? "/" });
