import type { Shape } from "@workflow-api/contract";

/** Generates strings that match a regular expression, the plainest first; none if it cannot. */
export type MatchingStrings = (pattern: string, seed: number) => readonly string[];

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

/** Limits above this are not tried: the strings would be too large. */
const longest = 100_000;

/** The values of a keyword that are strings. */
export function stringsOf(shape: Shape, keyword: string): string[] {
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
export function plausibleStrings(
  shape: Shape,
  generate: (pattern: string) => readonly string[],
): readonly string[] {
  const lengths = lengthsOf(shape);
  const matched = stringsOf(shape, "pattern").flatMap(generate);
  return [
    ...matched.filter((text) => resized(text, lengths) === text),
    ...stringsOf(shape, "format").flatMap((format) => formats[format]?.[0] ?? []),
    resized("text", lengths),
  ];
}

/** Words for random strings. */
const words = "alpha bravo charlie delta echo foxtrot golf hotel india juliett kilo lima".split(
  " ",
);

/** A random string that a shape without a format and a pattern allows. */
export function randomString(shape: Shape, random: () => number): string {
  const lengths = lengthsOf(shape);
  const count = 1 + Math.floor(random() * 3);
  const chosen = Array.from({ length: count }, () => words[Math.floor(random() * words.length)]);
  return resized(chosen.join(" "), lengths);
}

/** Strings at the edges of a shape and just beyond them. */
export function edgeStrings(shape: Shape, plausible: readonly string[]): string[] {
  const { least, most } = lengthsOf(shape);
  const lengths = [
    least - 1,
    least,
    ...(most === Number.POSITIVE_INFINITY ? [long] : [most, most + 1]),
  ].filter((length) => length > 0 && length <= longest);
  const isFree = ["format", "pattern"].every((keyword) => stringsOf(shape, keyword).length === 0);
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
export function mistakenStrings(shape: Shape, text: string): string[] {
  const malformed = stringsOf(shape, "format").flatMap((format) => formats[format]?.[1] ?? []);
  if (stringsOf(shape, "pattern").length === 0) return malformed;
  const ends = [`${text}-`, `-${text}`, text.slice(0, -1), text.slice(1), `${text}\n`];
  // The pattern refuses a digit or a letter only at a place for something else, which tells similar
  // patterns apart.
  const changed = ["1", "a"].flatMap((other) =>
    [...text.slice(0, 64)].map((_, index) => text.slice(0, index) + other + text.slice(index + 1)),
  );
  return [...malformed, ...ends, ...changed, "not matching", "~"];
}
