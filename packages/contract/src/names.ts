/**
 * A name that is not taken, which it is then: the name itself, or with the lowest number from 2.
 *
 * @param separator - What precedes the number.
 */
export function uniqueName(name: string, taken: Set<string>, separator = ""): string {
  let free = name;
  for (let count = 2; taken.has(free); count++) free = `${name}${separator}${count}`;
  taken.add(free);
  return free;
}

/** The words of a text as one name: `X-Api-Version` is `xApiVersion`, `API_TENANT` `apiTenant`. */
export function camelCase(text: string): string {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const cased = words.map((word) => (word === word.toUpperCase() ? word.toLowerCase() : word));
  const [first = "", ...rest] = cased.map(pascalCase);
  return first.charAt(0).toLowerCase() + [first.slice(1), ...rest].join("");
}

/** A text as a regular expression that matches it alone. */
export function escapeRegExp(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&");
}

/** A name with a capital letter. */
export function pascalCase(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

let disjunction: Intl.ListFormat | undefined;

/** "a, b or c". The data of a language are loaded for the first one: they would slow each start. */
export function disjunctionOf(names: readonly string[]): string {
  disjunction ??= new Intl.ListFormat("en-GB", { type: "disjunction" });
  return disjunction.format(names);
}
