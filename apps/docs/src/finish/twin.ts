import type { Element, ElementContent } from "hast";
import { toMdast } from "hast-util-to-mdast";
import { toString as textOf } from "hast-util-to-string";
import { h } from "hastscript";
import { gfmToMarkdown } from "mdast-util-gfm";
import { type Options, toMarkdown } from "mdast-util-to-markdown";
import type { PanelData } from "../model/panel-data.ts";
import { firstCall, languagesOf } from "../samples/samples.ts";

/** Parts of a page that are no content, by their tags and classes. */
const silent = new Set([
  ...["button", "data", "fieldset", "footer", "noscript", "svg", "wbr"],
  ...["sr-only", "quiet", "short", "anchor", "lines", "sl-anchor-link"],
]);

/** Elements whose parts are separated by layout, with the separator in the twin. */
const separators = new Map([
  ["endpoint", " "],
  ["row-head", " "],
  ["facts", ". "],
]);

/**
 * The content of a page as Markdown, for machines and for readers without a browser.
 *
 * @param main - The element that holds it, which is changed.
 * @param resolve - What a link of the page leads to from elsewhere.
 */
export function twinOf(main: Element, resolve: (link: string) => string): string {
  prepare(main, new Set(), resolve);
  const options: Options = { extensions: [gfmToMarkdown()], bullet: "-", rule: "-" };
  return partsOf(main)
    .map((part) => toMarkdown(toMdast(part), options))
    .filter((text) => text !== "")
    .join("\n");
}

/** The parts of a page that are written one by one, so that a long one takes little memory. */
function partsOf(node: Element): Element[] {
  if (node.properties["dataMdast"] === "ignore") return [];
  const children = node.children.filter((child) => child.type === "element");
  const isLong = children.some(({ tagName }) => tagName === "div" || tagName === "section");
  return isLong ? children.flatMap(partsOf) : [node];
}

/** Prepares an element, and all that it holds. */
function prepare(
  node: Element,
  around: ReadonlySet<string>,
  resolve: (link: string) => string,
): void {
  const { properties, tagName } = node;
  const classes = new Set([properties["className"] ?? []].flat().map(String));
  if (isSilent(node, classes, around)) {
    properties["dataMdast"] = "ignore";
    return;
  }
  if (classes.has("panel")) node.children = samplesOf(node);
  // The description of an operation comes before its samples.
  if (classes.has("reference")) node.children.sort((one, other) => rank(one) - rank(other));
  if (tagName === "a") properties["href"] = resolve(String(properties["href"] ?? ""));
  node.tagName = plainTag(tagName, around);
  const inner = new Set([...around, ...classes]);
  for (const child of node.children) if (child.type === "element") prepare(child, inner, resolve);
  for (const [name, separator] of separators) if (classes.has(name)) separate(node, separator);
}

/** A fold within a line is no fold, and in a list, the name of a row is not a heading. */
function plainTag(tagName: string, around: ReadonlySet<string>): string {
  const isInLine = around.has("endpoint") || around.has("facts");
  if (isInLine && /^(details|summary)$/.test(tagName)) return "span";
  return around.has("row-head") && /^h[34]$/.test(tagName) ? "strong" : tagName;
}

const rank = (node: ElementContent): number =>
  Number(node.type === "element" && node.tagName === "aside");

function isSilent(
  { tagName }: Element,
  classes: ReadonlySet<string>,
  around: ReadonlySet<string>,
): boolean {
  const isFold = around.has("facts") || (around.has("fields") && around.has("fold"));
  if (tagName === "summary" && isFold) return true;
  return silent.has(tagName) || [...classes].some((name) => silent.has(name));
}

function separate(node: Element, separator: string): void {
  node.tagName = "p";
  node.children = node.children.flatMap((part): ElementContent[] =>
    part.type === "element" ? [part, { type: "text", value: separator }] : [part],
  );
}

function samplesOf(panel: Element): ElementContent[] {
  const data: PanelData = JSON.parse(textOf(panel.children.find(isScript) ?? h("")));
  const code = (source: string, syntax: string): Element =>
    h("pre", h("code", { class: `language-${syntax}` }, source));
  const call = firstCall(data);
  const samples = languagesOf(data).flatMap(({ name, syntax, write }) =>
    call === undefined ? [] : [h("h3", name), code(write(data, call), syntax)],
  );
  const responses = data.scenarios.flatMap(({ title, name, summary, response }) => [
    h("h3", `${title}: ${name}`),
    h("p", summary),
    ...(response === undefined ? [] : [code(response, "json")]),
  ]);
  return [
    ...(samples.length > 0 ? [h("h2", "Samples"), ...samples] : []),
    ...(responses.length > 0 ? [h("h2", "Example responses"), ...responses] : []),
  ];
}

function isScript(node: ElementContent): node is Element {
  return node.type === "element" && node.tagName === "script";
}
