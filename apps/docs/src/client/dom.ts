/** An element of a class, with what stands in it. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  if (className !== "") {
    element.className = className;
  }
  element.append(...inside);
  return element;
}

/** What the page was built with for its scripts: a script element holds it as JSON. */
export function embedded<Data>(holder: ParentNode | null): Data {
  return JSON.parse(holder?.querySelector("script[type='application/json']")?.textContent ?? "{}");
}

/** The texts of the elements that a selector finds, in the order of the page. */
export function textsOf(selector: string): Text[] {
  return [...document.querySelectorAll(selector)].flatMap((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode() !== null) {
      if (walker.currentNode instanceof Text) {
        texts.push(walker.currentNode);
      }
    }
    return texts;
  });
}
