import type { Element } from "hast";
import { toString as textOf } from "hast-util-to-string";
import MiniSearch from "minisearch";
import { SKIP, visit } from "unist-util-visit";
import { type Found, searchOptions } from "../search/options.ts";

/** A section of a page while it is read. */
interface Section extends Found {
  readonly aliases: string[];
  text: string;
  /** The JSON Pointer of the schema of a field. The empty string: it is another section. */
  readonly schema: string;
}

/** An index of pages, and a section of its own for each heading and each field. */
export interface SearchIndex {
  add(main: Element, path: string): void;
  toJson(): string;
}

/** How much of the text of a field is indexed, in characters. */
const mostOfField = 80;

export function createSearchIndex(): SearchIndex {
  const sections: Section[] = [];
  return {
    add: (main, path) => void sections.push(...sectionsOf(main, path)),
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
  // Operations of one title are told apart by method and path, and so are their parts.
  const calls = new Map(once.map(({ aliases, id }) => [id, aliases[1] ?? id]));
  const callOf = ({ id }: Section): string => ` (${calls.get(id.replace(/#.*/, ""))})`;
  const isPage = ({ id }: Section): boolean => !id.includes("#");
  const pages = renamed(once.filter(isPage), callOf);
  const parts = once.filter((section) => !isPage(section));
  const placed = renamed([...pages, ...parts], (section) =>
    isPage(section) ? "" : ` of ${section.page}`,
  );
  const called = renamed(placed, (section) => (isPage(section) ? "" : callOf(section)));
  const named = renamed(called, ({ id }) => ` (${id.replace(/.*#/, "")})`);
  return named.map(({ schema: _, aliases, ...section }) => ({
    ...section,
    aliases: aliases.length > 0 ? aliases : undefined,
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

function sectionsOf(main: Element, path: string): Section[] {
  const sections: Section[] = [];
  let current: Section | undefined;
  visit(main, (node) => {
    if (node.type === "text" && current !== undefined) current.text += `${node.value} `;
    if (node.type !== "element") return undefined;
    // A part of the page says by what else it is found.
    if (node.tagName === "data") current?.aliases.push(String(node.properties["value"]));
    const section = sectionAt(node, path, sections[0]);
    if (section !== undefined && section !== sections[0]) sections.push(section);
    current = section ?? current;
    return isSkipped(node) ? SKIP : undefined;
  });
  return sections.map(({ text, ...section }) => {
    const shown = spaced(text);
    if (section.id === path) return { ...section, page: shown.slice(0, 120), text: shown };
    return { ...section, text: section.schema === "" ? shown : shown.slice(0, mostOfField) };
  });
}

/** The section that begins with an element, or goes on after it. `undefined`: none does. */
function sectionAt(node: Element, path: string, top: Section | undefined): Section | undefined {
  const { dataPath, dataSchema, id } = node.properties;
  const page = top?.title ?? "";
  const section = { id: `${path}#${id}`, page, aliases: [], schema: "", text: "" };
  if (id === "call") return { ...section, title: "Samples" };
  if (dataPath === "") return undefined;
  if (dataPath !== undefined)
    return { ...section, title: String(dataPath), schema: String(dataSchema) };
  if (!/^h\d$/.test(node.tagName) || typeof id !== "string") return undefined;
  const title = spaced(textOf(node));
  if (node.tagName === "h1") return { ...section, id: path, title: title.slice(0, 200) };
  // Every operation has the same parts; only their fields are found by themselves.
  return path.startsWith("reference/") ? top : { ...section, title };
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
