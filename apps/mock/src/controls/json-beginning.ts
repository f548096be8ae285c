/**
 * Closes the strings, arrays and objects that are open at the end of the beginning of a JSON text,
 * so that it can be parsed. A value that is cut is null, except that a string is as long as it is.
 */
export function completeJson(beginning: string): string {
  const { closers, isName, isString } = scan(beginning);
  const end = isString
    ? `${beginning.replace(/(?<=(?:^|[^\\])(?:\\\\)*)\\(?:u[\da-f]{0,3})?$/i, "")}"`
    : beginning.trimEnd().replace(/(?<=[[:,\s])[-+.\w]+$/, "null");
  if (end.endsWith(",")) return end.slice(0, -1) + closers;
  const missing = end.endsWith(":") ? "null" : isName && end.endsWith('"') ? ":null" : "";
  return end + missing + closers;
}

interface JsonState {
  /** What ends the arrays and objects that are open, the inner ones first. */
  readonly closers: string;
  readonly isString: boolean;
  /** Whether the name of a member is next, or the last. */
  readonly isName: boolean;
}

const closerOf = new Map([
  ["{", "}"],
  ["[", "]"],
]);

function scan(text: string): JsonState {
  const closers: string[] = [];
  let [isName, isString] = [false, false];
  for (const [token, quote] of text.matchAll(/"(?:[^"\\]|\\.)*("|\\?$)|[{[}\],:]/gs)) {
    isString = token.startsWith('"') && quote !== '"';
    if (token.startsWith('"')) continue;
    const closer = closerOf.get(token);
    if (closer !== undefined) closers.push(closer);
    else if (/[}\]]/.test(token)) closers.pop();
    isName = token === "{" || (token === "," && closers.at(-1) === "}");
  }
  return { closers: closers.reverse().join(""), isString, isName };
}
