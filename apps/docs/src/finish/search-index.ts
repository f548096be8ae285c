import type { Element } from "hast";
import { toString as textOf } from "hast-util-to-string";
import MiniSearch from "minisearch";
import { SKIP, visit } from "unist-util-visit";
import { type Found, searchOptions } from "../search/options.ts";

/** A section of a page while it is read. */
interface Section {
  readonly id: string;
  title: string;
  page: string;
  readonly aliases: string[];
  text: string;
  /** The JSON Pointer of the schema of a field. The empty string: it is another section. */
  readonly schema: string;
}

/** An index of pages, and a section of its own for each heading and each field. */
export interface SearchIndex {
  /** Adds a page, and returns its section. */
  add(main: Element, path: string): Section;
  toJson(): string;
}

/** How much of the text of a field is indexed, in characters. */
const mostOfField = 80;

export function createSearchIndex(): SearchIndex {
  const sections: Section[] = [];
  return {
    add: (main, path) => {
      const added = sectionsOf(main, path);
      sections.push(...added);
      return added[0];
    },
    toJson: () => {
      const index = new MiniSearch<Found>(searchOptions);
      index.addAll(distinct(sections));
      return JSON.stringify(index);
    },
  };
}

/** Each field once, where an operation shows it first, and no title twice. */
function distinct(sections: readonly Section[]): Found[] {
  const rank = ({ id }: Section): number => Number(!id.startsWith("reference/"));
  const schemas = new Set<string>();
  const once = sections
    .toSorted((before, after) => rank(before) - rank(after))
    .filter(({ schema }) => schema === "" || (!schemas.has(schema) && schemas.add(schema)));
  const isPage = ({ id }: Section): boolean => !id.includes("#");
  const placed = renamed(once, (each) => (isPage(each) ? "" : ` of ${each.page}`));
  const named = renamed(placed, ({ aliases, id }) => ` (${aliases[1] ?? id})`);
  return named.map(({ schema, aliases, text, ...section }) => ({
    ...section,
    aliases: aliases.length > 0 ? aliases : undefined,
    text: schema === "" ? text : text.slice(0, mostOfField),
  }));
}

/** Sections, of which those with a title of others have something more in it. */
function renamed(sections: readonly Section[], more: (section: Section) => string): Section[] {
  const byTitle = Map.groupBy(sections, ({ title }) => title);
  return sections.map((section) => {
    const isShared = byTitle.get(section.title)?.length !== 1;
    return isShared ? { ...section, title: section.title + more(section) } : section;
  });
}

/** The section of a page, and those within it. */
function sectionsOf(main: Element, path: string): [Section, ...Section[]] {
  const top: Section = { id: path, title: "", page: "", aliases: [], schema: "", text: "" };
  const sections: [Section, ...Section[]] = [top];
  let current = top;
  visit(main, (node) => {
    if (node.type === "text") current.text += `${node.value} `;
    if (node.type !== "element") return undefined;
    if (node.tagName === "h1") top.title = spaced(textOf(node)).slice(0, 200);
    // A part of the page says by what else it is found.
    if (node.tagName === "data") current.aliases.push(String(node.properties["value"]));
    current = sectionAt(node, top) ?? current;
    if (!sections.includes(current)) sections.push(current);
    return isSkipped(node) ? SKIP : undefined;
  });
  for (const section of sections) section.text = spaced(section.text);
  top.page = top.text.slice(0, 120).trim();
  return sections;
}

/** The section that begins with an element, or goes on after it. `undefined`: none does. */
function sectionAt(node: Element, top: Section): Section | undefined {
  const { dataPath, dataSchema, id } = node.properties;
  const section = { ...top, id: `${top.id}#${id}`, page: top.title, aliases: [], text: "" };
  if (id === "call") return { ...section, title: "Samples" };
  if (dataPath === "") return undefined;
  if (dataPath !== undefined)
    return { ...section, title: String(dataPath), schema: String(dataSchema) };
  if (!/^h[2-6]$/.test(node.tagName) || id === undefined) return undefined;
  // Every operation has the same parts; only their fields are found by themselves.
  return top.id.startsWith("reference/") ? top : { ...section, title: spaced(textOf(node)) };
}

/** Whether the text of an element is no part of a section: that of a title, code and notes. */
function isSkipped({ properties, tagName }: Element): boolean {
  const { className } = properties;
  // The method and the path of an operation are among its aliases.
  const isEndpoint = Array.isArray(className) && className.includes("endpoint");
  return isEndpoint || /^(h\d|footer|fieldset|button|label|pre|script|svg)$/.test(tagName);
}

function spaced(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
