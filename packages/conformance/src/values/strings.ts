import type { Shape } from "@workflow-api/contract";
import { uniqueBy } from "@workflow-api/contract/json";

/** Generates strings that match a regular expression, the plainest first; none if it cannot. */
export type MatchingStrings = (pattern: string, seed: number) => readonly string[];

const uuid = "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30";

/** Strings that a format allows, the plainest first. */
const wellFormed: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    date: ["2024-01-31", "2024-02-29", "0001-01-01", "9999-12-31"],
    "date-time": ["2024-01-31T12:00:00Z", "2024-01-31T12:00:00.123-08:00", "0001-01-01T00:00:00Z"],
    duration: ["P1D", "PT1H30M"],
    email: ["ada@example.com", "ada.l+test@example.org"],
    hostname: ["example.com", "localhost"],
    ipv4: ["192.0.2.1", "255.255.255.255"],
    ipv6: ["2001:db8::1", "2001:0db8:0000:0000:0000:0000:0000:0001"],
    "json-pointer": ["/a/0", ""],
    regex: ["^a+$"],
    "relative-json-pointer": ["1/a", "0"],
    time: ["12:00:00Z", "23:59:59.999+02:00"],
    uri: ["https://example.com/a?b=c", "urn:a:b"],
    "uri-reference": ["/a", "https://example.com"],
    "uri-template": ["https://example.com/{id}", "/a"],
    uuid: [uuid, uuid.toUpperCase()],
  }),
);

/** Near misses of a format, of another value: other spellings of it are in `spellings.ts`. */
const malformed: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    date: ["2024-02-30", "2023-02-29", "-0001-01-01"],
    "date-time": ["2024-02-30T12:00:00Z", "2024-01-31T12:00:00+99:00"],
    duration: ["1 day", "PT", "P1H"],
    email: ["ada", "ada@", "ada@example..com"],
    hostname: ["-a-", "a b", "a_b.example.com", "https://example.com"],
    ipv4: ["256.0.0.1", "192.0.2", "2001:db8::1", "192.0.2.1/24"],
    ipv6: ["2001:db8", "192.0.2.1", "2001:db8::g"],
    "json-pointer": ["a", "/a~2"],
    regex: ["(", "a**"],
    "relative-json-pointer": ["a", "-1/a"],
    time: ["25:00:00Z", "12:60:00Z"],
    uri: ["example", "/a", "https://exa mple.com", "https://example.com/a b"],
    "uri-reference": ["a b", "%"],
    "uri-template": ["{", "/a}"],
    uuid: [uuid.slice(0, 8), `${uuid.slice(0, -1)}z`, "1-1-1-1-1"],
  }),
);

/** Longer than most columns, in characters. */
const long = 256;

/** Limits above this are not tried: the strings would be too large. */
const longest = 100_000;

/** The values of a keyword that are strings. */
function stringsOf(shape: Shape, keyword: string): string[] {
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
    ...stringsOf(shape, "format").flatMap((format) => wellFormed.get(format) ?? []),
    resized("text", lengths),
  ];
}

/** Words for random strings. */
const words = ["alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "india"];

/** A random string that a shape without a pattern allows. `undefined`: a plausible one will do. */
export function randomString(shape: Shape, random: () => number): string | undefined {
  const below = (count: number): number => Math.floor(random() * count);
  const [format = ""] = stringsOf(shape, "format");
  const moment = new Date(1e12 + below(1e12)).toISOString();
  if (format === "date-time") return moment;
  if (format === "date") return moment.slice(0, 10);
  if (format === "uuid")
    return "xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx".replaceAll("x", () => below(16).toString(16));
  if (wellFormed.has(format)) return undefined;
  const chosen = Array.from({ length: 1 + below(3) }, () => words[below(words.length)]);
  return resized(chosen.join(" "), lengthsOf(shape));
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
    ...lengths.map((length) => resized(start, { least: length, most: length })),
    "",
    " ",
    resized("Zoë's 100% 😀", { least, most }),
    // Two bytes each, as databases may count.
    resized("é".repeat(long), { least, most }),
    ...plausible.slice(0, 3),
    ...plausible.slice(-3),
    "0123",
    "first\nsecond",
  ];
}

/** Near misses: strings close to one that a format or a pattern allows. */
export function mistakenStrings(shape: Shape, text: string): string[] {
  const misses = stringsOf(shape, "format").flatMap((format) => malformed.get(format) ?? []);
  const isFree = stringsOf(shape, "pattern").length === 0;
  if (isFree) return misses.length === 0 ? [] : [`${text},${text}`, ...misses];
  // A newline is what `$` of Python allows.
  const around = [`${text}\n`, ` ${text}`, `${text} `, `${text},${text}`];
  const cases = [text.toUpperCase(), text.toLowerCase()];
  const [group = ""] = /\W\w+$/.exec(text) ?? [];
  const unanchored = [`${text}-`, `-${text}`, text + group, "not matching"];
  return [...around, ...misses, ...cases, ...unanchored, ...editedStrings(shape, text)];
}

/** Characters by kind, of which a pattern may allow some. */
const kinds = ["0123456789", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** What a lax pattern may allow at a place: nothing, another kind, or what is beyond ASCII. */
const strangers = ["", "1", "a", "A", "_", ",", "É", "１"];

/** The string with one character edited so that the shape refuses it. */
function editedStrings(shape: Shape, text: string): string[] {
  const isRefused = (each: string): boolean => shape.violations(each).length > 0;
  const start = [...text.slice(0, 32)].map((character, index) => {
    const put = (other: string): string => text.slice(0, index) + other + text.slice(index + 1);
    return { character, put };
  });
  // The first and the last of a kind that is refused beside one that is not.
  const edges = start.flatMap(({ character, put }) => {
    const similar = [...(kinds.find((kind) => kind.includes(character)) ?? "")].map(put);
    const refused = similar.map(isRefused);
    const isEdge = (index: number): boolean =>
      [index - 1, index + 1].some((other) => refused[other] === false);
    return similar.filter((_, index) => refused[index] === true && isEdge(index));
  });
  const strange = strangers.flatMap((other) =>
    uniqueBy(start, ({ character }) => kinds.findIndex((kind) => kind.includes(character)))
      .map(({ put }) => put(other))
      .filter(isRefused),
  );
  const counts = Array.from({ length: long }, (_, index) => index + 1);
  const longer = [
    counts.map((count) => text.charAt(0).repeat(count) + text).find(isRefused) ?? [],
    counts.map((count) => text + text.slice(-1).repeat(count)).find(isRefused) ?? [],
  ];
  return [...longer.flat(), ...strange, ...edges];
}
