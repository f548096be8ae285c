import { createHash } from "node:crypto";
import { type DefaultTreeAdapterTypes, html, parse, serialize, defaultTreeAdapter as tree } from "parse5";

type Element = DefaultTreeAdapterTypes.Element;

/**
 * A page that the keyboard can scroll, with a strict Content Security Policy: its inline scripts are named by their hashes, and each style
 * attribute has moved to a class of a style element that is named by its own.
 * `wasm-unsafe-eval` is the search (Pagefind is WebAssembly); `connect-src` lets "Try it" call any server.
 */
export function finishPage(page: string): string {
  const document = parse(page);
  const elements = elementsOf(document);
  const head = elements.find(({ tagName }) => tagName === "head");
  if (head === undefined) {
    return page;
  }
  makeFocusable(elements);
  addCopyButtons(elements);
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
  return serialize(document);
}

function elementsOf(node: DefaultTreeAdapterTypes.ParentNode): Element[] {
  return node.childNodes.flatMap((child) => {
    if (!tree.isElementNode(child)) {
      return [];
    }
    const inside = "content" in child ? (child as DefaultTreeAdapterTypes.Template).content : child;
    return [child, ...elementsOf(inside)];
  });
}

/** Code that is wider than the page is scrolled by the keyboard too. */
function makeFocusable(elements: readonly Element[]): void {
  for (const { tagName, attrs } of elements) {
    if (tagName === "pre" && !attrs.some(({ name }) => name === "tabindex")) {
      attrs.push({ name: "tabindex", value: "0" });
    }
  }
}

/** Code that came from Markdown gets what the components give theirs: a button that copies it. */
function addCopyButtons(elements: readonly Element[]): void {
  for (const pre of elements.filter(({ tagName }) => tagName === "pre")) {
    const parent = pre.parentNode;
    if (parent !== null && !("attrs" in parent && hasClass(parent, "code"))) {
      const frame = tree.createElement("div", html.NS.HTML, [{ name: "class", value: "code" }]);
      tree.insertBefore(parent, frame, pre);
      tree.detachNode(pre);
      tree.appendChild(frame, pre);
      append(frame, "button", copyButton, "Copy");
    }
  }
}

const copyButton: Element["attrs"] = [
  { name: "type", value: "button" },
  { name: "class", value: "copy" },
  { name: "aria-label", value: "Copy the code" },
];

function hasClass({ attrs }: Element, name: string): boolean {
  return attrs.some((each) => each.name === "class" && each.value.split(" ").includes(name));
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

function addClass(element: Element, name: string): void {
  const own = element.attrs.find((attribute) => attribute.name === "class");
  if (own === undefined) {
    element.attrs.push({ name: "class", value: name });
  } else {
    own.value = `${own.value} ${name}`;
  }
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

function append(parent: Element, tagName: string, attrs: Element["attrs"], text: string = ""): Element {
  const element = tree.createElement(tagName, html.NS.HTML, attrs);
  tree.insertText(element, text);
  tree.appendChild(parent, element);
  return element;
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
