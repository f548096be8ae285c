import type { Preferences } from "./prism.ts";

const names = ["code", "dynamic", "seed", "example"] as const;

type Asked = Partial<Record<(typeof names)[number], string | readonly string[]>>;
type Query = Readonly<Record<string, string | string[]>>;

/** What a request prefers (`undefined`: nothing that Prism knows), or what is wrong with it. */
export type ReadPreferences = { readonly preferences: Preferences | undefined } | { readonly wrong: string };

/**
 * The preferences that Prism knows, from the `Prefer` header (RFC 7240) or, without one, from the query parameters
 * `__code`, `__dynamic`, `__seed` and `__example`.
 */
export function readPreferences(prefer: string | undefined, query: Query): ReadPreferences {
  const asked = prefer === undefined || prefer === "" ? fromQuery(query) : fromHeader(prefer);
  if (Object.keys(asked).length === 0) return { preferences: undefined };
  const wrong = wrongIn(asked);
  return wrong === undefined ? { preferences: toPreferences(asked) } : { wrong };
}

function wrongIn({ code, dynamic, seed, example }: Asked): string | undefined {
  if (code !== undefined && !(typeof code === "string" && /^[2-5]\d\d$/.test(code))) {
    return "The preference code takes a status from 200 to 599, such as code=404.";
  }
  if (dynamic !== undefined && dynamic !== "true" && dynamic !== "false") {
    return "The preference dynamic takes true or false.";
  }
  return [seed, example].some((value) => value === "" || Array.isArray(value))
    ? "The preferences seed and example take one value each."
    : undefined;
}

function toPreferences({ code, dynamic, seed, example }: Asked): Preferences {
  return {
    ...(typeof code === "string" && { code: Number(code) }),
    ...(dynamic !== undefined && { dynamic: dynamic === "true" }),
    ...(typeof seed === "string" && { seed }),
    ...(typeof example === "string" && { exampleKey: example }),
  };
}

function fromQuery(query: Query): Asked {
  return Object.fromEntries(
    names.flatMap((name) => (query[`__${name}`] === undefined ? [] : [[name, query[`__${name}`]]])),
  );
}

/** The first of a name counts; what follows a semicolon is a parameter of the preference, and none is known. */
function fromHeader(prefer: string): Asked {
  const asked = new Map<string, string>();
  for (const preference of prefer.match(/(?:"[^"]*"|[^",])+/g) ?? []) {
    const [, name = "", value = ""] = /^\s*([^=;\s]+)\s*(?:=\s*("[^"]*"|[^;]*))?/.exec(preference) ?? [];
    const key = name.toLowerCase();
    if (!asked.has(key)) asked.set(key, value.trim().replace(/^"(.*)"$/, "$1"));
  }
  return Object.fromEntries(names.flatMap((name) => (asked.has(name) ? [[name, asked.get(name)]] : [])));
}
