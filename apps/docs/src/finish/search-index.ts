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
const mostOfField = 120;

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
  const titles = new Set<string>();
  const counts = new Map<string, number>();
  return once.map(({ schema: _, ...section }) => {
    const { aliases, id, page, title } = section;
    const count = (counts.get(title) ?? 0) + 1;
    counts.set(title, count);
    const free = [title, `${title} of ${page}`, `${title} (${count})`];
    const unique = free.find((each) => !titles.has(each)) ?? id;
    titles.add(unique);
    return { ...section, title: unique, aliases: aliases.length > 0 ? aliases : undefined };
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
  if (id === "call") return { ...section, title: `Samples of ${page}` };
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
  return isEndpoint || /^(h\d|footer|fieldset|form|pre|script|svg)$/.test(tagName);
}

function spaced(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
