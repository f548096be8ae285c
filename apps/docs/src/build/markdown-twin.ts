import type { Element, ElementContent, Nodes } from "hast";
import { fromParse5 } from "hast-util-from-parse5";
import { toMdast } from "hast-util-to-mdast";
import { gfmTableToMarkdown } from "mdast-util-gfm-table";
import { toMarkdown } from "mdast-util-to-markdown";
import type { DefaultTreeAdapterTypes } from "parse5";

/** What a page says, without what serves only its look and its handling. */
const left = new Set(["button", "script", "style", "template", "svg", "nav", "footer", "input"]);

/** The Markdown of what stands in the `main` of a page: for readers that are machines. */
export function markdownTwin(page: DefaultTreeAdapterTypes.Document): string {
  const main = find(fromParse5(page), "main");
  if (main === undefined) {
    return "";
  }
  const tree = toMdast(readable(main), { document: true });
  return toMarkdown(tree, { bullet: "-", fences: true, rule: "-", extensions: [gfmTableToMarkdown()] });
}

function find(node: Nodes, tagName: string): Element | undefined {
  if (node.type === "element" && node.tagName === tagName) {
    return node;
  }
  const children = "children" in node ? node.children : [];
  for (const child of children) {
    const found = find(child, tagName);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

function readable(element: Element): Element {
  const children: ElementContent[] = [];
  for (const child of element.children) {
    if (child.type !== "element") {
      children.push(child);
    } else if (!left.has(child.tagName) && !isHandle(child)) {
      if (element.tagName !== "code" && isInline(children.at(-1)) && isInline(child)) {
        // On the page, the space between them is a matter of style.
        children.push({ type: "text", value: " " });
      }
      children.push(readable(child));
    }
  }
  return { ...element, children };
}

function isInline(node: ElementContent | undefined): boolean {
  return node?.type === "element" && ["a", "code", "span"].includes(node.tagName);
}

/** The link that a row or a heading has to itself, and what is shown only once a script has made it work. */
function isHandle({ properties }: Element): boolean {
  const classes = Array.isArray(properties["className"]) ? properties["className"] : [];
  const handles = ["field-link", "sl-anchor-link", "reader-values", "switches", "try", "call-line"];
  return properties["hidden"] === true || classes.some((name) => handles.includes(String(name)));
}
