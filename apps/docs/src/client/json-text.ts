const tokens = /("(?:\\.|[^"\\])*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** JSON as the pages show it: two spaces, coloured by class. */
export function jsonText(value: unknown): DocumentFragment {
  const text = JSON.stringify(value, null, 2) ?? "";
  const fragment = document.createDocumentFragment();
  let end = 0;
  for (const match of text.matchAll(tokens)) {
    const [whole, string, colon, word] = match;
    const shown = string ?? whole;
    fragment.append(text.slice(end, match.index), coloured(shown, kindOf(string, colon, word)));
    end = match.index + shown.length;
  }
  fragment.append(text.slice(end));
  return fragment;
}

function kindOf(string: string | undefined, colon: string | undefined, word: string | undefined): string {
  if (string !== undefined) {
    return colon === undefined ? "string" : "property";
  }
  return word === undefined ? "number" : "boolean";
}

function coloured(text: string, kind: string): HTMLElement {
  const span = document.createElement("span");
  span.className = `token ${kind}`;
  span.textContent = text;
  return span;
}
