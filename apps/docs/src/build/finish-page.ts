import { type DefaultTreeAdapterTypes, html, defaultTreeAdapter as tree } from "parse5";
import { addPolicy } from "./content-policy.ts";
import { keepMarks } from "./keep-marks.ts";
import { append, type Element, elementsOf, hasClass } from "./page-tree.ts";

/** Has the keyboard scroll a page, its code be copied and end no line before a mark, and gives it a strict policy. */
export function finishPage(page: DefaultTreeAdapterTypes.Document): void {
  const elements = elementsOf(page);
  const head = elements.find(({ tagName }) => tagName === "head");
  if (head === undefined) {
    return;
  }
  makeFocusable(elements);
  addCopyButtons(elements);
  keepMarks(elements);
  addPolicy(head, elements);
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
