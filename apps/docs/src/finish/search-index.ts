import type { Element } from "hast";
import { select } from "hast-util-select";
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
const mostOfField = 200;

export function createSearchIndex(): SearchIndex {
  const sections: Section[] = [];
  return {
    add: (main, path) => {
      // The search would find the file itself before the pages about it.
      if (path !== "contract/") sections.push(...sectionsOf(main, path));
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
    .toSorted((one, other) => rank(one) - rank(other))
    .filter(({ schema }) => schema === "" || (!schemas.has(schema) && schemas.add(schema)));
  const titles = new Set<string>();
  return once.map(({ schema: _, ...section }) => {
    const { id, page, title } = section;
    const free = [title, `${title} of ${page}`, `${title} (${id})`];
    const unique = free.find((each) => !titles.has(each)) ?? id;
    titles.add(unique);
    return { ...section, title: unique };
  });
}

function sectionsOf(main: Element, path: string): Section[] {
  const page = spaced(textOf(select("h1", main) ?? main)).slice(0, 200);
  const sections: Section[] = [];
  visit(main, (node) => {
    const last = sections.at(-1);
    if (node.type === "text" && last !== undefined) last.text += `${node.value} `;
    if (node.type !== "element") return undefined;
    // A part of the page says by what else it is found.
    if (node.tagName === "data") last?.aliases.push(String(node.properties["value"]));
    const section = sectionAt(node, path, page);
    if (section !== undefined) sections.push(section);
    return isSkipped(node) ? SKIP : undefined;
  });
  return sections.map(({ text, ...section }) => {
    const shown = spaced(text);
    if (section.id === path) return { ...section, page: shown.slice(0, 120), text: shown };
    return { ...section, text: section.schema === "" ? shown : shown.slice(0, mostOfField) };
  });
}

/** The section that begins with an element. `undefined`: none does. */
function sectionAt(node: Element, path: string, page: string): Section | undefined {
  const { dataPath, dataSchema, id } = node.properties;
  const found = { page, aliases: [], text: "" };
  if (id === "call")
    return { ...found, id: `${path}#call`, title: `Samples of ${page}`, schema: "" };
  if (!/^h\d$/.test(node.tagName) || typeof id !== "string" || dataPath === "") return undefined;
  const title = spaced(textOf(node));
  if (node.tagName === "h1") return { ...found, id: path, title, schema: "" };
  const [, of = page] = / of (.*)$/.exec(title) ?? [];
  return dataPath === undefined
    ? { ...found, id: `${path}#${id}`, title, schema: "" }
    : {
        ...found,
        id: `${path}#${id}`,
        title: String(dataPath),
        page: of,
        schema: String(dataSchema),
      };
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
