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
