import { parsePointer } from "@workflow-api/contract/json";
import type { Element } from "hast";
import { toString as textContentOf } from "hast-util-to-string";
import { SKIP, visit } from "unist-util-visit";
import { type EntryKind, packEntries, type SearchEntry } from "../search/entries.ts";

/** An entry while its page is read. */
interface Section {
  readonly id: string;
  readonly kind: EntryKind;
  title: string;
  readonly page: string;
  readonly aliases: string[];
  readonly keywords: string[];
  text: string;
}

/** What the list of pages shows of a page. */
interface PageSummary {
  readonly title: string;
  readonly aliases: readonly string[];
  readonly description: string;
}

/** The entries of the search: pages, and an entry of its own for each heading and each field. */
export interface SearchIndex {
  /** Adds a page. */
  add(main: Element, path: string): PageSummary;
  toJson(): string;
}

/** How much of the text of an entry is kept, in characters. */
const mostText: Readonly<Record<EntryKind, number>> = {
  operation: 300,
  schema: 120,
  field: 80,
  page: 2000,
};

/** An index without entries. */
export function createSearchIndex(): SearchIndex {
  const entries: SearchEntry[] = [];
  return {
    add: (main, path) => {
      const sections = sectionsOf(main, path);
      const [top] = sections;
      entries.push(...sections.map(entryOf));
      return { ...top, description: cut(top.text, 120) };
    },
    toJson: () => JSON.stringify(packEntries(distinct(entries))),
  };
}

function entryOf({ text, ...section }: Section): SearchEntry {
  return { ...section, text: cut(text, mostText[section.kind]) };
}

/** The beginning of a text, which ends with a word. */
function cut(text: string, most: number): string {
  const plain = spaced(text);
  return plain.length <= most ? plain : plain.slice(0, most).replace(/\s+\S*$/, "…");
}

/** Entries of which none has the title of another one. A page stays, whatever its title. */
function distinct(entries: readonly SearchEntry[]): SearchEntry[] {
  const placed = renamed(entries, ({ page, title }) =>
    page === "" || title.startsWith(`${page}.`) ? "" : ` of ${page}`,
  );
  const named = renamed(placed, ({ aliases: [, call = ""] }) => call && ` (${call})`);
  const byTitle = new Map(
    named
      .toReversed()
      .map((entry) => [entry.page === "" ? entry.id : `${entry.kind} ${entry.title}`, entry]),
  );
  return [...byTitle.values()].toReversed();
}

/** Entries, of which those with a title of others have something more in it. */
function renamed(
  entries: readonly SearchEntry[],
  more: (entry: SearchEntry) => string,
): SearchEntry[] {
  const byTitle = Map.groupBy(entries, ({ title }) => title);
  return entries.map((entry) => {
    const isShared = byTitle.get(entry.title)?.length !== 1;
    return isShared ? { ...entry, title: entry.title + more(entry) } : entry;
  });
}

/** The section of a page, and those within it. */
function sectionsOf(main: Element, path: string): [Section, ...Section[]] {
  const kind = kindOf(path);
  const top: Section = { ...empty(path), kind };
  const sections: [Section, ...Section[]] = [top];
  let current = top;
  visit(main, (node) => {
    if (node.type === "text") current.text += `${node.value} `;
    if (node.type !== "element") return undefined;
    if (node.tagName === "h1") top.title = spaced(textContentOf(node)).slice(0, 200);
    if (node.tagName === "data") addName(node, current, top);
    current = sectionAt(node, top) ?? current;
    if (current.title !== "" && !sections.includes(current)) sections.push(current);
    return isSkipped(node) ? SKIP : undefined;
  });
  return sections;
}

/** Adds by what else a section is found: a part of the page says it. */
function addName({ properties }: Element, { aliases }: Section, { keywords }: Section): void {
  const { dataKeyword, value } = properties;
  (dataKeyword === undefined ? aliases : keywords).push(String(value));
}

const empty = (id: string) => ({ id, title: "", page: "", aliases: [], keywords: [], text: "" });

function kindOf(path: string): EntryKind {
  if (path.startsWith("reference/")) return "operation";
  return path.startsWith("schemas/") && path !== "schemas/" ? "schema" : "page";
}

/** The section that begins with an element, or goes on after it. `undefined`: none does. */
function sectionAt(node: Element, top: Section): Section | undefined {
  const { dataPath, dataSchema, id } = node.properties;
  const section = { ...empty(`${top.id}#${id}`), kind: "page" as EntryKind, page: top.title };
  if (dataPath === "") return undefined;
  if (dataPath !== undefined) {
    const { kind, title } = top;
    // Parameters are keywords of their operation, and the fields of a schema are on its own page.
    const isOnOtherPage =
      !/^(body|response-\w+)\./.test(String(id)) || isOfSchema(String(dataSchema));
    if (kind === "operation" && isOnOtherPage) return section;
    // A field that a schema has from another one is on the page of that.
    if (kind === "schema" && parsePointer(String(dataSchema))[2] !== title) return section;
    const path = String(dataPath);
    return { ...section, kind: "field", title: kind === "schema" ? `${title}.${path}` : path };
  }
  if (!/^h[2-6]$/.test(node.tagName) || id === undefined) return undefined;
  // Every operation and schema has the same parts; only their fields are found by themselves.
  return top.kind === "page" ? { ...section, title: spaced(textContentOf(node)) } : section;
}

const isOfSchema = (pointer: string): boolean => pointer.startsWith("/components/schemas/");

/** Classes of what surrounds the texts: types, marks and links, and what is among the aliases. */
const silent = new Set([
  ...["endpoint", "body-type", "type", "mark", "remark", "question", "anchor", "sl-badge"],
  "status",
  ...["hint", "links", "sr-only"],
]);

/** Whether the text of an element is no part of a section: that of a title, code and notes. */
function isSkipped({ properties, tagName }: Element): boolean {
  const classes = [properties["className"] ?? []].flat().map(String);
  const isName = properties["dataPath"] !== undefined;
  return (
    isName ||
    classes.some((name) => silent.has(name)) ||
    /^(h\d|footer|fieldset|button|label|noscript|pre|script|summary|svg)$/.test(tagName)
  );
}

function spaced(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
