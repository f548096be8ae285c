/** What a request asks for by the header `Prefer` (RFC 7240), in the words of Prism. */
export interface Preferences {
  readonly code: number | undefined;
  readonly example: string | undefined;
  readonly dynamic: boolean;
  readonly seed: string | undefined;
}

/**
 * Reads the preferences that Prism knows. Those that it does not know are ignored, as HTTP has it.
 *
 * @returns `undefined`: there is none. A text: what is wrong with one.
 */
export function readPreferences(prefer: string | undefined): Preferences | string | undefined {
  if (prefer === undefined) return undefined;
  const { code, dynamic, example, seed } = parse(prefer);
  if (code !== undefined && !/^[2-5]\d\d$/.test(code))
    return "must give code a status from 200 to 599, such as code=404";
  if (!(dynamic === undefined || dynamic === "true" || dynamic === "false"))
    return "must give dynamic true or false";
  if (example === "" || seed === "") return "must give example and seed a value each";
  if (code === undefined && example === undefined && dynamic !== "true") return undefined;
  return { code: code === undefined ? undefined : Number(code), example, dynamic: dynamic === "true", seed };
}

const names = ["code", "example", "dynamic", "seed"] as const;

/** The first of a name counts. What follows a semicolon is a parameter of the preference, and none is known. */
function parse(prefer: string): Partial<Record<(typeof names)[number], string>> {
  const asked = new Map<string, string>();
  for (const preference of prefer.match(/(?:"[^"]*"|[^",])+/g) ?? []) {
    const [, name = "", value = ""] = /^\s*([^=;\s]+)\s*(?:=\s*("[^"]*"|[^;]*))?/.exec(preference) ?? [];
    const key = name.toLowerCase();
    if (!asked.has(key)) asked.set(key, value.trim().replace(/^"(.*)"$/, "$1"));
  }
  return Object.fromEntries(names.flatMap((name) => (asked.has(name) ? [[name, asked.get(name)]] : [])));
}
