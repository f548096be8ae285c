import { html, defaultTreeAdapter as tree } from "parse5";
import type { Element } from "./page-tree.ts";

/**
 * Keeps a name and the marks around it on one line. A name is a box, so that it is broken only if it is longer than a
 * line, and beside a box a line may end before any mark (CSS Text 3, 5.1).
 */
export function keepMarks(elements: readonly Element[]): void {
  for (const code of elements.filter(({ tagName }) => tagName === "code")) {
    const box = outermost(code);
    const before = takeFrom(neighbour(box, -1), /[([]+$/);
    const after = takeFrom(neighbour(box, 1), /^[.,:;!?)\]]+/);
    if (before + after !== "" && box.parentNode !== null) {
      const frame = tree.createElement("span", html.NS.HTML, [{ name: "class", value: "kept" }]);
      tree.insertBefore(box.parentNode, frame, box);
      tree.detachNode(box);
      tree.insertText(frame, before);
      tree.appendChild(frame, box);
      tree.insertText(frame, after);
    }
  }
}

/** The link, or whatever else on the line, that holds nothing but this. */
function outermost(element: Element): Element {
  const parent = element.parentNode;
  const isAlone = parent?.childNodes.length === 1 && "tagName" in parent;
  return isAlone && /^(?:a|em|strong)$/.test(parent.tagName) ? outermost(parent) : element;
}

function neighbour(element: Element, step: number) {
  const siblings = element.parentNode?.childNodes ?? [];
  return siblings[siblings.indexOf(element) + step];
}

/** Takes what matches out of a text. */
function takeFrom(node: ReturnType<typeof neighbour>, marks: RegExp): string {
  if (node === undefined || !tree.isTextNode(node)) {
    return "";
  }
  const [taken = ""] = marks.exec(node.value) ?? [];
  node.value = node.value.replace(marks, "");
  return taken;
}
