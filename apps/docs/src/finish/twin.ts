import type { Element, ElementContent, Nodes } from "hast";
import { toMdast } from "hast-util-to-mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { toMarkdown } from "mdast-util-to-markdown";
import type { PanelData } from "../model/panel-data.ts";
import { firstCall, languages, sampleOf } from "../samples/samples.ts";

/**
 * The content of a page as Markdown, for machines and for anyone who reads without a browser.
 *
 * @param main - The element that holds it.
 * @param resolve - What a link of the page leads to from elsewhere.
 */
export function twinOf(main: Element, resolve: (link: string) => string): string {
  const tree = toMdast({ type: "root", children: [main].flatMap((node) => read(node, resolve)) });
  return toMarkdown(tree, { extensions: [gfmToMarkdown()], bullet: "-", rule: "-" });
}

/** Parts of a page that say nothing to a reader of the twin. */
const silent: ReadonlySet<string> = new Set(["button", "footer", "noscript", "svg", "wbr"]);
const silentClasses: ReadonlySet<string | number> = new Set(["sr-only", "quiet", "short"]);

/** An element as it is to be read: its samples, its rows as paragraphs, its links resolved. */
function read(node: ElementContent, resolve: (link: string) => string): ElementContent[] {
  if (node.type !== "element") return [node];
  const names = [node.properties["className"] ?? []].flat();
  if (silent.has(node.tagName) || names.some((name) => silentClasses.has(name))) return [];
  if (names.includes("panel")) return samplesOf(node);
  const { href } = node.properties;
  // What an operation is comes before its samples.
  const isPanel = (child: ElementContent): number =>
    Number(child.type === "element" && child.tagName === "aside");
  const children = node.children
    .toSorted((one, other) => isPanel(one) - isPanel(other))
    .flatMap((child) => read(child, resolve));
  if (names.includes("endpoint")) return [element("p", children.flatMap(spaced))];
  if (names.includes("row-head")) return [element("p", children.flatMap(opened))];
  if (names.includes("facts")) return [element("p", children.flatMap(sentence))];
  if (typeof href === "string") return [{ ...node, properties: { href: resolve(href) }, children }];
  return [{ ...node, children }];
}

/** The name of a row is no heading in a list. */
function opened(node: ElementContent): ElementContent[] {
  return node.type === "element" && /^h\d$/.test(node.tagName)
    ? [element("strong", node.children), text(" ")]
    : [node];
}

/** What a line of a page separates by its layout. */
function spaced(node: ElementContent): ElementContent[] {
  if (node.type !== "element") return [];
  const isFold = ["details", "summary"].includes(node.tagName);
  return isFold ? node.children.flatMap(spaced) : [node, text(" ")];
}

function sentence(node: ElementContent): ElementContent[] {
  return node.type === "element" ? [node, text(". ")] : [node];
}

function samplesOf(panel: Element): ElementContent[] {
  const data: PanelData = JSON.parse(textOf(find(panel, "script")));
  const code = (source: string, syntax: string): Element =>
    element("pre", [element("code", [text(source)], { className: [`language-${syntax}`] })]);
  const samples = languages.flatMap(({ name, syntax }) => [
    element("h3", [text(name)]),
    code(sampleOf(name, data, firstCall(data)), syntax),
  ]);
  const answers = data.scenarios.flatMap(({ title, name, summary, answer }) => [
    element("h3", [text(`${title}: ${name}`)]),
    element("p", [text(summary)]),
    ...(answer === undefined ? [] : [code(JSON.stringify(answer, undefined, 2), "json")]),
  ]);
  return [
    element("h2", [text("Samples")]),
    ...samples,
    element("h2", [text("Example responses")]),
    ...answers,
  ];
}

/** The first element of a kind in a tree. */
export function find(node: Nodes, tagName: string): Element | undefined {
  if (node.type === "element" && node.tagName === tagName) return node;
  if (!("children" in node)) return undefined;
  for (const child of node.children) {
    const found = find(child, tagName);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The text of a tree, without that of scripts and of what is not for readers. */
export function textOf(node: Nodes | undefined): string {
  if (node === undefined) return "";
  if (node.type === "text") return node.value;
  return "children" in node ? node.children.map(textOf).join("") : "";
}

function text(value: string): ElementContent {
  return { type: "text", value };
}

function element(
  tagName: string,
  children: ElementContent[],
  properties: Element["properties"] = {},
): Element {
  return { type: "element", tagName, properties, children };
}
