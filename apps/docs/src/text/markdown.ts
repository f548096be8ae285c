import { toHtml } from "hast-util-to-html";
import { h } from "hastscript";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { defaultHandlers, type Handlers, toHast } from "mdast-util-to-hast";
import { toString as textContentOf } from "mdast-util-to-string";
import { gfm } from "micromark-extension-gfm";
import { visit } from "unist-util-visit";
import { linkTarget } from "./escape.ts";

/**
 * A description (GitHub Flavored Markdown) as HTML: HTML in it becomes text, images become links,
 * and links lead to web pages or nowhere.
 *
 * @param level - The level of the heading above it; its own highest heading is one below.
 */
export function markdownHtml(text: string, level = 2): string {
  const key = `${level} ${text}`;
  const known = rendered.get(key) ?? render(text, level);
  rendered.set(key, known);
  return known;
}

/** The same descriptions are on many pages. */
const rendered = new Map<string, string>();

function render(text: string, level: number): string {
  const source = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const tree = toHast(source, { handlers });
  let top = 6;
  visit(source, "heading", ({ depth }) => {
    top = Math.min(top, depth);
  });
  visit(tree, "element", (node) => {
    const [, depth] = /^h(\d)$/.exec(node.tagName) ?? [];
    if (depth !== undefined) node.tagName = `h${Math.min(6, Number(depth) - top + 1 + level)}`;
    if (node.tagName === "img") {
      const { src, alt } = node.properties;
      Object.assign(node, h("a", { href: String(src) }, String(alt || src)));
    }
    if (node.tagName !== "a") return;
    const url = String(node.properties["href"] ?? "");
    if (linkTarget(url) === undefined) Object.assign(node, h("em", node.children, ` (${url})`));
  });
  return toHtml(tree);
}

/** A description as plain text on one line. */
export function plainText(text: string): string {
  return textContentOf(fromMarkdown(text), { includeImageAlt: false }).replace(/\s+/g, " ").trim();
}

/** Nodes that are not rendered as usual: they are shown in place, without interaction. */
const handlers: Handlers = {
  html: (_, { value }) => h("code", { class: "html" }, value),
  footnoteReference: (_, { label }) => ({ type: "text", value: `[^${label}]` }),
  footnoteDefinition: (state, node) => h("blockquote", state.all(node)),
  listItem: (state, node, parent) => {
    const item = defaultHandlers.listItem(state, { ...node, checked: null }, parent);
    if (typeof node.checked === "boolean")
      item.children.unshift({ type: "text", value: node.checked ? "[x] " : "[ ] " });
    return item;
  },
};
