import type { Shape } from "@workflow-api/contract";
import type { JsonValue } from "@workflow-api/contract/json";
import { matchingStrings } from "./patterns.ts";

// Values that a service has not met yet, for what must be unique.

/** Where a fresh value comes from: the same origin gives the same value. */
export interface FreshOrigin {
  /** That of the run, so that one run does not meet the data of another. */
  readonly seed: number;
  /** That of the request within the run. */
  readonly number: number;
}

/** Whether nothing fixes a string, so that it may have to be unique. */
export function isFreeString(shape: Shape, value: JsonValue | undefined): boolean {
  const format = String(shape.keyword("format") ?? "");
  return typeof value === "string" && shape.values === undefined && !/date|time|dur/.test(format);
}

/** Fewer values than this are no identifiers. */
const leastIntegers = 1000;

/** Whether nothing fixes an integer, so that it may have to be unique. */
export function isFreeInteger(shape: Shape, value: JsonValue | undefined): boolean {
  const { least, most } = rangeOf(shape);
  return Number.isInteger(value) && shape.values === undefined && most - least >= leastIntegers;
}

function rangeOf(shape: Shape): { readonly least: number; readonly most: number } {
  return {
    least: Math.max(1, shape.limit("minimum") ?? 1),
    most: Math.min(2 ** 31 - 1, shape.limit("maximum") ?? 2 ** 31 - 1),
  };
}

/**
 * A valid value that is like another one, and that probably nobody has sent before. `undefined`:
 * none was found.
 */
export function freshValue(
  shape: Shape,
  value: JsonValue,
  origin: FreshOrigin,
): string | number | undefined {
  const random = randomOf(origin);
  const isValid = (each: string | number): boolean => shape.violations(each).length === 0;
  if (typeof value === "number") {
    const { least, most } = rangeOf(shape);
    const step = shape.limit("multipleOf") ?? 1;
    return [least + Math.floor(random() * (most - least))]
      .map((number) => Math.ceil(number / step) * step)
      .find(isValid);
  }
  const text = String(value);
  const made = [...likeStrings(shape, text, random), ...rewrittenStrings(text, random)];
  return made.find((each) => each !== text && isValid(each)) ?? matched(shape, origin, isValid);
}

function matched(
  shape: Shape,
  { number, seed }: FreshOrigin,
  isValid: (text: string) => boolean,
): string | undefined {
  const patterns = shape.keywordValues("pattern").map(String);
  const found = patterns.flatMap((pattern) => matchingStrings(pattern, (seed + number) % 2 ** 31));
  return found.toReversed().find(isValid);
}

/** By format; without one, the string and a word behind it. */
function likeStrings(shape: Shape, text: string, random: () => number): string[] {
  const word = letters(random, 8);
  const format = shape.keyword("format");
  if (format === "uuid")
    return ["xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx".replaceAll("x", () => digit(random))];
  if (format === "email") return [`${word}@${text.split("@")[1] ?? "example.com"}`];
  if (format === "hostname") return [`${word}.example.com`];
  if (format === "uri" || format === "url") return [`https://example.com/${word}`];
  const most = shape.limit("maxLength") ?? 200;
  const least = shape.limit("minLength") ?? 0;
  const start = [...text].slice(0, Math.max(0, Math.min(most, 200) - 9)).join("");
  return [`${start}-${word}`, `${start} ${word}`, start + word].map((each) =>
    each.padEnd(least, "x"),
  );
}

const kinds: readonly (readonly [pattern: RegExp, characters: string])[] = [
  [/[0-9]/, "0123456789"],
  [/[a-z]/, "abcdefghijklmnopqrstuvwxyz"],
  [/[A-Z]/, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"],
];

/** The string with other letters and digits: all, or those at its end. */
function rewrittenStrings(text: string, random: () => number): string[] {
  const rewritten = (from: number): string =>
    [...text]
      .map((character, index) => {
        const [, characters] = kinds.find(([pattern]) => pattern.test(character)) ?? [];
        return characters === undefined || index < from ? character : pick(characters, random);
      })
      .join("");
  const starts = [0, 0, 0, 0, 1, 2, 3, text.length - 6, text.length - 4, text.length - 3];
  return [...starts, text.length - 2, text.length - 1].map(rewritten);
}

function pick(characters: string, random: () => number): string {
  return characters[Math.floor(random() * characters.length)] ?? "";
}

function letters(random: () => number, count: number): string {
  const characters = "bcdfghjkmnpqrstvwxz23456789";
  // A name may have to begin with a letter.
  return Array.from({ length: count }, (_, index) =>
    pick(index === 0 ? characters.slice(0, 19) : characters, random),
  ).join("");
}

function digit(random: () => number): string {
  return Math.floor(random() * 16).toString(16);
}

/** Numbers from 0 up to 1, the same for the same origin (mulberry32). */
function randomOf({ number, seed }: FreshOrigin): () => number {
  let state = Math.imul(seed ^ (seed / 2 ** 32), 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
