import { toHtml } from "hast-util-to-html";
import type { Nodes, Parents, Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { toHast } from "mdast-util-to-hast";
import { gfm } from "micromark-extension-gfm";
import { linkTarget } from "./escape.ts";

/**
 * A description (GitHub Flavored Markdown) as HTML: HTML in it is text, images are links, and a
 * link leads to a page or to nothing.
 *
 * @param level - The level of the heading above it; its own headings are below.
 */
export function markdownHtml(text: string, level = 2): string {
  const tree = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const shown: Root = {
    type: "root",
    children: tree.children.map((node) => harmless(node, level)),
  };
  return toHtml(toHast(shown));
}

/** The plain words of a description, on one line. */
export function plainText(text: string): string {
  const words = (node: Nodes): string =>
    "children" in node ? node.children.map(words).join("") : "value" in node ? node.value : "";
  return words(fromMarkdown(text)).replace(/\s+/g, " ").trim();
}

function harmless<Node extends Nodes>(node: Node, level: number): Node;
function harmless(node: Nodes, level: number): Nodes {
  switch (node.type) {
    case "html":
      return { type: "text", value: node.value };
    case "image":
      return harmless({ ...node, type: "link", children: [text(node.alt || node.url)] }, level);
    case "imageReference":
      return { ...node, type: "linkReference", children: [text(node.alt || node.label || "")] };
    case "footnoteReference":
      return text(`[^${node.label}]`);
    case "footnoteDefinition":
      return { type: "blockquote", children: inside(node, level) };
    case "definition":
      return { ...node, url: linkTarget(node.url) ?? "" };
    case "link":
      return linkTarget(node.url) === undefined
        ? { type: "emphasis", children: [...inside(node, level), text(` (${node.url})`)] }
        : { ...node, children: inside(node, level) };
    case "heading":
      return {
        ...node,
        depth: Math.min(6, node.depth + level) as typeof node.depth,
        children: inside(node, level),
      };
    case "listItem":
      return { ...node, checked: null, children: inside(node, level) };
    default:
      return "children" in node ? ({ ...node, children: inside(node, level) } as Nodes) : node;
  }
}

const text = (value: string): { type: "text"; value: string } => ({ type: "text", value });

function inside<Node extends Parents>({ children }: Node, level: number): Node["children"] {
  return children.map((child) => harmless(child, level)) as Node["children"];
}
