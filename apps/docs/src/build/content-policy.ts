import { createHash } from "node:crypto";
import { type DefaultTreeAdapterTypes, defaultTreeAdapter as tree } from "parse5";
import { addClass, append, type Element, elementsOf } from "./page-tree.ts";

/**
 * Gives a page a strict Content Security Policy: its inline scripts are named by their hashes, and each style attribute
 * moves to a class of a style element that is named by its own.
 * `wasm-unsafe-eval` is the search (Pagefind is WebAssembly); `connect-src` lets "Try it" call any server.
 */
export function addPolicy(head: Element, elements: readonly Element[]): void {
  const styles = moveStyles(elements);
  if (styles !== "") {
    append(head, "style", [], styles);
  }
  const inHead = [...elements, ...elementsOf(head)];
  const scripts = hashes(inHead, ({ tagName, attrs }) => tagName === "script" && isInlineScript(attrs));
  const sheets = hashes(inHead, ({ tagName }) => tagName === "style");
  const policy = [
    "default-src 'none'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...scripts].join(" "),
    ["style-src 'self'", ...sheets].join(" "),
    "img-src 'self' data:",
    "connect-src 'self' http: https:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const meta = append(head, "meta", [
    { name: "http-equiv", value: "Content-Security-Policy" },
    { name: "content", value: policy },
  ]);
  moveToFront(head, meta);
}

/** Takes every style attribute away and returns the rules that do the same by class. */
function moveStyles(elements: readonly Element[]): string {
  const classes = new Map<string, string>();
  for (const element of elements) {
    const style = element.attrs.find(({ name }) => name === "style");
    if (style !== undefined) {
      const name = classes.get(style.value) ?? `s${classes.size + 1}`;
      classes.set(style.value, name);
      element.attrs = element.attrs.filter((attribute) => attribute !== style);
      addClass(element, name);
    }
  }
  return [...classes].map(([style, name]) => `.${name}{${style}}`).join("\n");
}

function isInlineScript(attrs: Element["attrs"]): boolean {
  const type = attrs.find(({ name }) => name === "type")?.value ?? "module";
  return !attrs.some(({ name }) => name === "src") && /^(?:module|text\/javascript|)$/.test(type);
}

function hashes(elements: readonly Element[], wanted: (element: Element) => boolean): string[] {
  const sources = elements.filter(wanted).map((element) => {
    const text = element.childNodes.map((child) => (tree.isTextNode(child) ? child.value : "")).join("");
    return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  });
  return [...new Set(sources)];
}

/** After the character set, which must stand in the first 1024 bytes; before all that it must judge. */
function moveToFront(head: Element, element: Element): void {
  tree.detachNode(element);
  const first = head.childNodes.find((child) => !isCharset(child));
  if (first === undefined) {
    tree.appendChild(head, element);
  } else {
    tree.insertBefore(head, element, first);
  }
}

function isCharset(node: DefaultTreeAdapterTypes.ChildNode): boolean {
  return tree.isElementNode(node) && node.attrs.some(({ name }) => name === "charset");
}
