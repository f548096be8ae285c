import { expect, test } from "vitest";
import { createBoundedMatcher } from "../src/patterns/bounded-matcher.ts";
import { limitationOf, mostSteps } from "../src/patterns/matcher.ts";

import { withSchema } from "./contract.ts";

// The linear engine gives what that of JavaScript gives. What is repeated without a limit after each
// pattern, and changes nothing, makes it the one that is used.
const endless = "(?:~*)*";

/** Strings in which engines differ: whitespace, line ends, cases, digits, halves of pairs. */
const texts = [
  "",
  "a",
  "A",
  "abc",
  "aab",
  "a\n",
  "\na",
  "a\nb",
  "a\r\nb",
  " a ",
  "\u00a0",
  "\ufeff",
  "\u2028",
  "a\u2029b",
  "\u180e",
  "\v",
  "\u0085",
  "7",
  "42",
  "٣",
  "é",
  "e\u0301",
  "ß",
  "ſ",
  "K",
  "Ω",
  "жук",
  "漢字",
  "_",
  "-",
  "a-b",
  "a.b",
  "a/b",
  "[x]",
  "{1}",
  "$^",
  "\\",
  "😀",
  "a😀b",
  "\ud83d",
  "\ude00",
  "\ude00\ud83d",
  "\0",
  "\x1f",
  "2024-01-31",
  "0190b7f2-9d3c-7c1e-8a8e-0242ac120002",
  "Ada@example.com",
  "~",
  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!",
  "a".repeat(1500),
];

test.for([
  "^(a+)+$",
  "^(?:a|a)*$",
  "^(a*)*b?$",
  "^a$",
  "a$",
  "^",
  "$",
  "^$",
  "^\\s*$",
  "\\S",
  "^.$",
  "^.*$",
  "^..$",
  "^[^]$",
  "^[^a]$",
  "[]",
  "^a|b$",
  "^(?:|a)$",
  "^\\d+$",
  "\\D",
  "^\\w+$",
  "\\W",
  "\\bb",
  "a\\b",
  "\\Bb\\b",
  "^[\\w.-]+$",
  "^[\\s\\d]+$",
  "[^\\S]",
  "^[\\D]$",
  "^[\\W\\d]+$",
  "^\\p{L}+$",
  "^\\p{Lu}",
  "\\P{L}",
  "^[\\p{L}\\p{N}_]+$",
  "^\\p{Script=Cyrillic}+$",
  "\\p{sc=Grek}",
  "\\p{Script_Extensions=Han}",
  "\\p{Alphabetic}",
  "^\\p{ASCII}+$",
  "^\\p{Any}$",
  "\\p{Emoji_Presentation}",
  "\\p{Cs}",
  "[^\\p{Cs}]",
  "\\P{General_Category=Letter}",
  "^(?<year>\\d{4})-(?<month>\\d{2})-\\d{2}$",
  "^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$",
  "^[^@\\s]+@[^@\\s]+\\.[a-z]{2,}$",
  "^\\u{1F600}$",
  "^a\\u{1F600}b$",
  "\\uD83D\\uDE00",
  "\\uD83D",
  "^\\uDE00",
  "[\\u{1F5FF}-\\u{1F64F}]",
  "^[\\uD800-\\uDFFF]$",
  "\\x41",
  "\\0",
  "\\cJ",
  "[\\b]",
  "[\\cA-\\cZ_]",
  "\\t|\\n|\\v|\\f|\\r",
  "^a{2}b",
  "^a{2,}",
  "^a{1001}a*$",
  "^(?:a{600}){2,3}$",
  "^(?:a{1,50}){1,50}$",
  "a*?b",
  "a+?$",
  "a??b",
  "a{0}b",
  "(?:){2,3}",
  "^[\\]\\-\\\\^]$",
  "^[a-]$",
  "^\\$\\^$",
  "^\\{\\d\\}$",
  "^\\/|\\/",
  "\\.",
  "K",
  "(?:a|ab)(?:c|bcd)(?:d*)",
  "((((a))))|(b)",
])("%s has the same matches with each engine", (pattern) => {
  const expression = new RegExp(pattern, "u");
  const native = createBoundedMatcher(pattern);
  const linear = createBoundedMatcher(`(?:${pattern})${endless}`);
  // What is exponential is tried on short texts alone.
  const tried = texts.filter((text) => text.length < 40 || !/\)[*+{]/.test(pattern));
  const matches = tried.map((text) => expression.test(text));
  expect(tried.map(native.matches)).toEqual(matches);
  expect(tried.map(linear.matches)).toEqual(matches);
});

test.for([
  "^(a+)+$",
  "^(a|a)*$",
  "^([a-z]+\\.?)*$",
  "^(?:a{1,50}){1,50}$",
  "^(?:a?){40}a{40}b$",
  "(?:[ab]{1,30}){1,60}c",
])("%s is matched in a text that would take JavaScript years", (pattern) => {
  const matcher = createBoundedMatcher(pattern);
  expect(matcher.matches(`${"a".repeat(1000)}!`)).toBe(false);
  expect(matcher.cost(1000)).toBeLessThan(mostSteps);
});

test.for([
  ["^(?=.*[A-Z])(?=.*\\d).{8,}$", "Passw0rd", "password"],
  ["^(?!-)[a-z-]{1,63}(?<!-)$", "a-b", "a-"],
  ["^(['\"]).*\\1$", "'a'", "'a\""],
  ["(?=.*a)b+", "bba", "bb"],
  ["^(?!.*--)[a-z-]+$", "a-b", "a--b"],
])("%s is matched by JavaScript: it takes few steps", ([pattern = "", right = "", wrong = ""]) => {
  const matcher = createBoundedMatcher(pattern);
  expect([matcher.matches(right), matcher.matches(wrong)]).toEqual([true, false]);
  expect(limitationOf(matcher)).toBeUndefined();
});

const exponential = [
  "^(?=(a+)+$)",
  "^(?!(a|a)*$)",
  "^(a+)+\\1$",
  "^(?:(?=a)a+)+$",
  "^(?:(a){1,50}\\1?){1,50}$",
  "(?:a{1,100}){1,100}",
  "^(?:(?=a)a{1,50}){1,50}$",
];

test.for(exponential)("%s is not matched: it may take too long", (pattern) => {
  expect(limitationOf(createBoundedMatcher(pattern))).toContain("is not matched, because");
  const text = `${"a".repeat(4000)}!`;
  const shape = withSchema({ pattern, minLength: 3 }).shape("/components/schemas/Subject");
  expect(shape.validate(text)).toEqual({ violations: [], unmatched: [pattern] });
  expect(shape.violations("!")).toMatchObject([{ keyword: "minLength" }]);
});

test("a pattern that takes the square of a text's length is not matched in long texts", () => {
  const pattern = "(?=a)a+b";
  const shape = withSchema({ pattern }).shape("/components/schemas/Subject");
  expect(shape.validate("xaab")).toEqual({ violations: [], unmatched: [] });
  expect(shape.violations("xa")).toMatchObject([{ keyword: "pattern" }]);
  expect(shape.validate("a".repeat(100_000)).unmatched).toEqual([pattern]);
});

test("a limitation says from which length on a pattern may not be matched", () => {
  const pattern = "(?=a).{1,50}.{1,50}a+b";
  expect(limitationOf(createBoundedMatcher(pattern))).toMatch(/in some texts of more than 100 /);
});

test("many texts of one value have one limit together", () => {
  const shape = withSchema({ items: { pattern: "(?=a)a+b" } }).shape("/components/schemas/Subject");
  const items = Array.from({ length: 200 }, () => "a".repeat(1500));
  expect(shape.validate(items.slice(0, 2)).violations).toHaveLength(2);
  expect(shape.validate(items).unmatched).toHaveLength(1);
});

test("names are matched as texts are", () => {
  const subject = { patternProperties: { "^(x+)+$": { type: "integer" } } };
  const shape = withSchema(subject).shape("/components/schemas/Subject");
  const name = `${"x".repeat(60)}!`;
  expect(shape.violations({ [name]: "a", xx: "b" })).toMatchObject([{ pointer: "/xx" }]);
  expect(shape.property(name).types).toContain("string");
  expect(shape.property("xx").types).toEqual(["integer"]);
});
