import type { JsonValue, Shape } from "@workflow-api/contract";
import fc from "fast-check";

/** Strings that a format allows, and strings that it refuses. */
const formats: Readonly<
  Record<string, readonly [valid: readonly string[], invalid: readonly string[]]>
> = {
  date: [["2024-01-31", "2000-02-29"], ["2024-13-45"]],
  "date-time": [
    ["2024-01-31T12:00:00Z", "2024-01-31T12:00:00.123+02:00"],
    ["2024-01-31", "2024-01-31T25:00:00Z"],
  ],
  duration: [["P1D", "PT1H30M"], ["1 day"]],
  email: [
    ["ada@example.com", "ada.l+test@example.org"],
    ["ada", "@example.com"],
  ],
  hostname: [
    ["example.com", "localhost"],
    ["-example-", "a b"],
  ],
  ipv4: [["192.0.2.1"], ["256.0.0.1"]],
  ipv6: [["2001:db8::1"], ["2001:db8"]],
  "json-pointer": [["/a/0", ""], ["a"]],
  regex: [["^a+$"], ["("]],
  "relative-json-pointer": [["1/a", "0"], ["a"]],
  time: [["12:00:00Z"], ["25:00:00Z"]],
  uri: [
    ["https://example.com/a?b=c", "urn:a:b"],
    ["example", "/a"],
  ],
  "uri-reference": [
    ["/a", "https://example.com"],
    ["a b", "%"],
  ],
  "uri-template": [["https://example.com/{id}"], ["{"]],
  uuid: [
    [
      "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30",
      "3F2B8C1E-7A4D-1E2B-9C6F-1D5E8A7B9C30",
      "urn:uuid:3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30",
    ],
    ["3f2b8c1e", "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c3z"],
  ],
};

/** Longer than most columns, in characters. */
const long = 256;

/** Limits above this are not tried: the strings would be too long. */
const longest = 100_000;

function textsStated(shape: Shape, keyword: string): string[] {
  return shape.keywordValues(keyword).filter((text) => typeof text === "string");
}

function lengthsOf(shape: Shape): { readonly least: number; readonly most: number } {
  const least = shape.limit("minLength") ?? 0;
  return {
    least,
    most: Math.max(least, shape.limit("maxLength") ?? Number.POSITIVE_INFINITY),
  };
}

/** The string, padded or cut to a length within the limits. */
function resized(text: string, { least, most }: ReturnType<typeof lengthsOf>): string {
  return [...text.padEnd(Math.min(least, longest), "x")].slice(0, most).join("");
}

/** Strings that a shape probably allows, the plainest first. */
export function plausibleTexts(shape: Shape, seed: number): string[] {
  const lengths = lengthsOf(shape);
  const matching = textsStated(shape, "pattern").flatMap((pattern) => matchingTexts(pattern, seed));
  return [
    ...matching.filter((text) => resized(text, lengths) === text),
    ...textsStated(shape, "format").flatMap((format) => formats[format]?.[0] ?? []),
    resized("text", lengths),
  ];
}

/** Strings at and beyond the edges of a shape. */
export function edgeTexts(shape: Shape, seed: number): string[] {
  const { least, most } = lengthsOf(shape);
  const lengths = [
    least - 1,
    least,
    ...(most === Number.POSITIVE_INFINITY ? [long] : [most, most + 1]),
  ].filter((length) => length > 0 && length <= longest);
  const plausible = plausibleTexts(shape, seed);
  const isFree = ["format", "pattern"].every((keyword) => textsStated(shape, keyword).length === 0);
  const start = isFree ? "" : (plausible[0] ?? "");
  return [
    "",
    " ",
    ...lengths.map((length) => resized(start, { least: length, most: length })),
    resized("Zoë 😀", { least, most }),
    ...plausible.slice(0, 3),
    ...plausible.slice(-3),
    "0123",
    "first\nsecond",
  ];
}

/** Near misses: strings close to one that a format or a pattern allows. */
export function mistakenTexts(shape: Shape, text: string): string[] {
  const malformed = textsStated(shape, "format").flatMap((format) => formats[format]?.[1] ?? []);
  if (textsStated(shape, "pattern").length === 0) return malformed;
  const ends = [`${text}-`, `-${text}`, text.slice(0, -1), text.slice(1), `${text}\n`];
  // The pattern refuses a digit or a letter only at a place for something else, which tells similar
  // patterns apart.
  const changed = ["1", "a"].flatMap((other) =>
    [...text.slice(0, 64)].map((_, index) => text.slice(0, index) + other + text.slice(index + 1)),
  );
  return [...malformed, ...ends, ...changed, "not matching", "~"];
}

const kept = new Map<string, readonly string[]>();

/** Strings that match a pattern, the shortest first; none if fast-check cannot generate them. */
export function matchingTexts(pattern: string, seed: number): readonly string[] {
  const key = `${seed} ${pattern}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const arbitrary = matching(pattern);
  const made = arbitrary === undefined ? [] : fc.sample(arbitrary, { seed, numRuns: 40 });
  const texts = [...new Set(made)].sort((one, other) => one.length - other.length);
  kept.set(key, texts);
  return texts;
}

/**
 * Random strings that match a pattern. `undefined`: fast-check cannot generate them, for example if
 * it has a lookahead.
 */
function matching(pattern: string): fc.Arbitrary<string> | undefined {
  try {
    return fc.stringMatching(new RegExp(pattern, "u"));
  } catch {
    return undefined;
  }
}

/** Random strings that a shape probably allows. */
export function textArbitrary(shape: Shape, seed: number): fc.Arbitrary<string> {
  const { least, most } = lengthsOf(shape);
  const [pattern] = textsStated(shape, "pattern");
  const matched = pattern === undefined ? undefined : matching(pattern);
  if (matched !== undefined) return matched;
  const plausible = fc.constantFrom(...plausibleTexts(shape, seed));
  if (pattern !== undefined || textsStated(shape, "format").length > 0 || least > longest)
    return plausible;
  const free = fc.string({ minLength: least, maxLength: Math.min(most, least + 20) });
  return fc.oneof({ weight: 4, arbitrary: free }, { weight: 1, arbitrary: plausible });
}

/** A plain number that a shape allows. `undefined`: none was found. */
export function plausibleNumber(shape: Shape): number | undefined {
  return [1, ...edgeNumbers(shape)].find((each) => shape.violations(each).length === 0);
}

function boundsOf(shape: Shape, ...keywords: readonly string[]): number[] {
  return keywords.flatMap((keyword) => shape.limit(keyword) ?? []);
}

/** Numbers at and beyond the edges of a shape. */
export function edgeNumbers(shape: Shape): number[] {
  const step = shape.limit("multipleOf") ?? 1;
  const bounds = boundsOf(shape, "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum");
  return [
    ...bounds.flatMap((bound) => [0, step, -step, 0.5, -0.5].map((offset) => bound + offset)),
    ...bounds.map((bound) => Math.ceil(bound / step) * step),
    ...[step, step / 2, step / 3, 0, -1, -0.5],
    // The edges of the formats of integers.
    ...[2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 1e15],
  ];
}

/** Random numbers that a shape probably allows. */
export function numberArbitrary(shape: Shape, isWhole: boolean): fc.Arbitrary<number> {
  const step = shape.limit("multipleOf") ?? (isWhole ? 1 : 0);
  const least = Math.max(-(2 ** 31), ...boundsOf(shape, "minimum", "exclusiveMinimum"));
  const highest = Math.min(2 ** 31 - 1, ...boundsOf(shape, "maximum", "exclusiveMaximum"));
  const most = Math.max(least, highest);
  // A negative zero does not travel.
  if (step === 0) return fc.double({ min: least, max: most, noNaN: true }).map((each) => each + 0);
  const [first, last] = [Math.ceil(least / step), Math.floor(most / step)];
  return fc.integer({ min: first, max: Math.max(first, last) }).map((each) => each * step);
}

/** How many characters of a value a title shows. */
const mostShown = 48;

/** A value as a title shows it: itself if it is short, otherwise a description. */
export function shown(value: JsonValue): string {
  const text = JSON.stringify(value);
  if (text.length <= mostShown) return text;
  if (typeof value === "string") return `of ${[...value].length} characters`;
  return Array.isArray(value)
    ? `of ${value.length} items`
    : `an object ${text.slice(0, mostShown)}…`;
}
