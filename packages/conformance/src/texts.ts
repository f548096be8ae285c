import type { Facet, JsonValue } from "@workflow-api/contract";
import fc from "fast-check";

/** Texts that a format allows, and texts that it refuses. */
const formats: Readonly<
  Record<string, { readonly valid: readonly string[]; readonly invalid: readonly string[] }>
> = {
  date: { valid: ["2024-01-31", "2000-02-29"], invalid: ["2024-13-45", "31.01.2024"] },
  "date-time": {
    valid: ["2024-01-31T12:00:00Z", "2024-01-31T12:00:00.123+02:00"],
    invalid: ["2024-01-31", "2024-01-31T25:00:00Z"],
  },
  duration: { valid: ["P1D", "PT1H30M"], invalid: ["1 day"] },
  email: { valid: ["ada@example.com", "ada.l+test@example.org"], invalid: ["ada", "@example.com"] },
  hostname: { valid: ["example.com", "localhost"], invalid: ["-example-", "a b"] },
  ipv4: { valid: ["192.0.2.1"], invalid: ["256.0.0.1"] },
  ipv6: { valid: ["2001:db8::1"], invalid: ["2001:db8"] },
  "json-pointer": { valid: ["/a/0", ""], invalid: ["a"] },
  regex: { valid: ["^a+$"], invalid: ["("] },
  "relative-json-pointer": { valid: ["1/a", "0"], invalid: ["a"] },
  time: { valid: ["12:00:00Z"], invalid: ["25:00:00Z"] },
  uri: { valid: ["https://example.com/a?b=c", "urn:a:b"], invalid: ["example", "/a"] },
  "uri-reference": { valid: ["/a", "https://example.com"], invalid: ["a b", "%"] },
  "uri-template": { valid: ["https://example.com/{id}"], invalid: ["{"] },
  uuid: {
    valid: ["3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30", "3F2B8C1E-7A4D-1E2B-9C6F-1D5E8A7B9C30"],
    invalid: ["3f2b8c1e", "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c3z"],
  },
};

/** Texts that a format refuses. */
export function malformedTexts(format: JsonValue): readonly string[] {
  return formats[String(format)]?.invalid ?? [];
}

/** The strictest of the numbers that facets state by a keyword. `undefined`: none states one. */
export function strictest(
  facets: readonly Facet[],
  keyword: string,
  choose: (...numbers: number[]) => number,
): number | undefined {
  const stated = facets.flatMap(({ schema }) => {
    const limit = schema[keyword];
    return typeof limit === "number" ? [limit] : [];
  });
  return stated.length === 0 ? undefined : choose(...stated);
}

/** How many characters a text may have. */
export function lengthsOf(facets: readonly Facet[]): {
  readonly least: number;
  readonly most: number | undefined;
} {
  return {
    least: strictest(facets, "minLength", Math.max) ?? 0,
    most: strictest(facets, "maxLength", Math.min),
  };
}

/** A text of the length that is asked for, made from another one. */
export function resized(text: string, { least, most }: ReturnType<typeof lengthsOf>): string {
  const characters = [...text.padEnd(least, "x")];
  return characters.slice(0, Math.max(most ?? characters.length, least)).join("");
}

/** So many characters does a text have that is longer than what is often stored. */
const long = 256;

/** No text is made longer than this, so that a generous limit costs nothing. */
const longest = 100_000;

/** Texts that facets probably allow, the plainest first. */
export function plausibleTexts(facets: readonly Facet[], seed: number): string[] {
  const stated = (keyword: string): string[] =>
    facets.flatMap(({ schema }) => (typeof schema[keyword] === "string" ? [schema[keyword]] : []));
  const lengths = lengthsOf(facets);
  const matching = stated("pattern").flatMap((pattern) => matchingTexts(pattern, seed));
  const fitting = matching.filter((text) => resized(text, lengths) === text);
  return [
    ...fitting,
    ...stated("format").flatMap((format) => formats[format]?.valid ?? []),
    ...(lengths.least > longest ? [] : [resized("text", lengths)]),
    ...matching,
  ];
}

/** Texts at the edges of what facets may leave free. */
export function edgeTexts(facets: readonly Facet[], seed: number): (readonly [name: string, text: string])[] {
  const { least, most } = lengthsOf(facets);
  const lengths = [...new Set([least, most ?? long])].filter((length) => length > 0 && length <= longest);
  return [
    ["empty", ""],
    ["blank", " "],
    ...lengths.map((length) => [`of ${length} characters`, "x".repeat(length)] as const),
    ["with letters beyond ASCII", resized("Zoë 😀", { least, most })],
    ...extremes(plausibleTexts(facets, seed)).map((text) => [JSON.stringify(text), text] as const),
  ];
}

/** Of many texts the first and the last ones. */
function extremes(texts: readonly string[]): string[] {
  return texts.length <= 6 ? [...texts] : [...texts.slice(0, 3), ...texts.slice(-3)];
}

const kept = new Map<string, readonly string[]>();

/** Texts that match a pattern; none where fast-check cannot make them. */
function matchingTexts(pattern: string, seed: number): readonly string[] {
  const key = `${seed} ${pattern}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const arbitrary = matching(pattern);
  const made = arbitrary === undefined ? [] : fc.sample(arbitrary, { seed, numRuns: 40 });
  // The shortest are the plainest, and the pattern may leave their length free.
  const texts = [...new Set(made)].sort((one, other) => one.length - other.length);
  kept.set(key, texts);
  return texts;
}

/** Random texts that match a pattern. `undefined`: fast-check cannot make them, such as those of a look-ahead. */
function matching(pattern: string): fc.Arbitrary<string> | undefined {
  try {
    // JSON Schema does not anchor a pattern, and fast-check may add any characters where it is open.
    return fc.stringMatching(new RegExp(pattern, "u"));
  } catch {
    return undefined;
  }
}

/** Random texts that facets probably allow. */
export function textArbitrary(facets: readonly Facet[], seed: number): fc.Arbitrary<string> {
  const { least, most } = lengthsOf(facets);
  const pattern = facets.find(({ schema }) => typeof schema["pattern"] === "string")?.schema["pattern"];
  const matched = typeof pattern === "string" ? matching(pattern) : undefined;
  if (matched !== undefined) return matched;
  const plausible = fc.constantFrom(...plausibleTexts(facets, seed));
  const isFree = pattern === undefined && facets.every(({ schema }) => schema["format"] === undefined);
  if (!isFree || least > longest) return plausible;
  const edges = edgeTexts(facets, seed).map(([, text]) => text);
  const free = fc.string({
    minLength: least,
    maxLength: Math.max(least, Math.min(most ?? least + 20, least + 20)),
  });
  return fc.oneof({ weight: 4, arbitrary: free }, { weight: 1, arbitrary: fc.constantFrom(...edges) });
}

/** So many characters of a value are shown in a title. */
const mostShown = 48;

/** A value for a title: itself if it is short, otherwise what it is like. */
export function shown(value: JsonValue): string {
  const text = JSON.stringify(value);
  if (text.length <= mostShown) return text;
  if (typeof value === "string") return `a text of ${[...value].length} characters`;
  return Array.isArray(value) ? `a list of ${value.length} items` : `an object ${text.slice(0, mostShown)}…`;
}
