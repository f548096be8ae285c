import { type DefaultTreeAdapterTypes, html, defaultTreeAdapter as tree } from "parse5";

/** An element of a page that parse5 has read. */
export type Element = DefaultTreeAdapterTypes.Element;

/** Every element in a node, those in templates too, in the order of the page. */
export function elementsOf(node: DefaultTreeAdapterTypes.ParentNode): Element[] {
  return node.childNodes.flatMap((child) => {
    if (!tree.isElementNode(child)) {
      return [];
    }
    const inside = "content" in child ? (child as DefaultTreeAdapterTypes.Template).content : child;
    return [child, ...elementsOf(inside)];
  });
}

/** Adds an element at the end of another. */
export function append(
  parent: Element,
  tagName: string,
  attrs: Element["attrs"],
  text: string = "",
): Element {
  const element = tree.createElement(tagName, html.NS.HTML, attrs);
  tree.insertText(element, text);
  tree.appendChild(parent, element);
  return element;
}

/** Whether an element is of a class. */
export function hasClass({ attrs }: Element, name: string): boolean {
  return attrs.some((each) => each.name === "class" && each.value.split(" ").includes(name));
}

/** Makes an element be of one more class. */
export function addClass(element: Element, name: string): void {
  const own = element.attrs.find((attribute) => attribute.name === "class");
  if (own === undefined) {
    element.attrs.push({ name: "class", value: name });
  } else {
    own.value = `${own.value} ${name}`;
  }
}
