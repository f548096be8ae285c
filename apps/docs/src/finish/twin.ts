import type { Element, ElementContent } from "hast";
import { toMdast } from "hast-util-to-mdast";
import { toString as textContentOf } from "hast-util-to-string";
import { h } from "hastscript";
import { gfmToMarkdown } from "mdast-util-gfm";
import { type Options, toMarkdown } from "mdast-util-to-markdown";
import type { PanelData } from "../model/panel-data.ts";
import { firstCall, languagesOf } from "../samples/samples.ts";

/** Parts of a page that are no content, by their tags and classes. */
const silent = new Set([
  ...["button", "data", "fieldset", "footer", "noscript", "svg", "wbr"],
  ...["sr-only", "anchor", "sl-anchor-link"],
]);

/**
 * The content of a page as Markdown, for machines and for readers without a browser.
 *
 * @param main - The element that holds it, which is changed.
 * @param resolve - Makes a link of the page work from any other page.
 */
export function twinOf(main: Element, resolve: (link: string) => string): string {
  prepare(main, new Set(), resolve);
  const options: Options = { extensions: [gfmToMarkdown()], bullet: "-", rule: "-" };
  return toMarkdown(toMdast(main), options);
}

/** Prepares an element, and all that it holds. */
function prepare(
  node: Element,
  around: ReadonlySet<string>,
  resolve: (link: string) => string,
): void {
  const { properties } = node;
  const classes = [properties["className"] ?? []].flat().map(String);
  if (classes.includes("panel")) node.children = samplesOf(node);
  // The description of an operation comes before its samples.
  if (classes.includes("reference"))
    node.children.sort((before, after) => Number(isPanel(before)) - Number(isPanel(after)));
  if (node.tagName === "a") properties["href"] = resolve(String(properties["href"] ?? ""));
  node.tagName = plainTag(node.tagName, around);
  const inner = new Set([...around, ...classes]);
  node.children = node.children.filter((child) => !isSilent(child, inner));
  for (const child of node.children) if (child.type === "element") prepare(child, inner, resolve);
}

/** A fold is its content. */
function plainTag(tagName: string, around: ReadonlySet<string>): string {
  const isFold = tagName === "details" || tagName === "summary";
  if (!isFold) return tagName;
  return around.has("facts") ? "span" : "section";
}

function isPanel(node: ElementContent): boolean {
  return node.type === "element" && node.tagName === "form";
}

function isSilent(node: ElementContent, around: ReadonlySet<string>): boolean {
  if (node.type !== "element") return false;
  const classes = [node.properties["className"] ?? []].flat().map(String);
  const isFold = around.has("facts") || around.has("fold");
  if (node.tagName === "summary" && isFold) return true;
  return [node.tagName, ...classes].some((name) => silent.has(name));
}

function samplesOf(panel: Element): ElementContent[] {
  const data: PanelData = JSON.parse(textContentOf(panel.children.find(isScript) ?? h("")));
  const code = (source: string, syntax: string): Element =>
    h("pre", h("code", { class: `language-${syntax}` }, source));
  const call = firstCall(data);
  const samples = languagesOf(data).flatMap(({ name, syntax, write }) =>
    call === undefined ? [] : [h("h3", name), code(write(data, call), syntax)],
  );
  const responses = data.examples.flatMap(({ name, origin, summary, response, title }) => [
    h("h3", origin === "generated" ? `${title}: generated` : `${title}: ${name}`),
    h("p", summary),
    ...(response === undefined ? [] : [code(response, "json")]),
  ]);
  return [
    ...(samples.length > 0 ? [h("h2", "Samples"), ...samples] : []),
    ...(responses.length > 0 ? [h("h2", "Example responses"), ...responses] : []),
  ];
}

function isScript(node: ElementContent): boolean {
  return node.type === "element" && node.tagName === "script";
}
