import { describe, expect, test } from "vitest";
import {
  encodeForm,
  essenceOf,
  isForm,
  isJson,
  isMediaRange,
  isSameMediaType,
  mediaTypeParameter,
  sentMediaType,
} from "../src/index.ts";

describe("A Content-Type is of a media type of the contract", () => {
  test.each<[string, string, string]>([
    ["that is the same", "application/json", "application/json"],
    ["in any case of its letters", "application/JSON", "Application/json"],
    ["that does not state its parameters", "text/plain", "text/plain; charset=utf-8"],
    ["with a parameter without spaces around it", "text/plain; charset=utf-8", "text/plain;charset=utf-8"],
    ["with a parameter name in another case", "text/plain; charset=utf-8", "text/plain; Charset=utf-8"],
    ["with a charset in another case", "text/plain; charset=utf-8", "text/plain; charset=UTF-8"],
    ["with a value in quotes", "text/plain; charset=utf-8", 'text/plain; charset="utf-8"'],
    ["with quotes that the contract has alone", 'text/plain; charset="utf-8"', "text/plain; charset=utf-8"],
    ["with an escaped character in quotes", "a/b; c=d", 'a/b; c="\\d"'],
    ["with a semicolon in quotes", 'a/b; c="d; e=f"', 'a/b; x=y; c="d; e=f"'],
    ["with parameters in another order", "a/b; c=d; e=f", "a/b; e=f; c=d"],
    ["with a semicolon at the end", "application/json", "application/json;"],
    ["that has one at its end", "application/json;", "application/json"],
    ["that is a range of subtypes", "image/*", "image/png"],
    ["that is a range of everything", "*/*", "image/png; q=1"],
  ])("%s", (_what, mediaType, contentType) => {
    expect(isSameMediaType(mediaType, contentType)).toBe(true);
  });

  test.each<[string, string, string]>([
    ["is another", "application/json", "text/json"],
    ["is another in its last letter", "text/a", "text/b"],
    ["has a suffix", "application/json", "application/vnd.api+json"],
    ["is what a suffix stands for", "application/vnd.api+json", "application/json"],
    ["is longer", "application/json", "application/json-seq"],
    ["is of another type", "image/*", "text/png"],
    ["is a range", "image/png", "image/*"],
    ["lacks a parameter", "text/plain; charset=utf-8", "text/plain"],
    ["has another value", "text/plain; charset=utf-8", "text/plain; charset=latin1"],
    ["has the value under another name", "a/b; c=d", "a/b; e=d"],
    ["has the parameter in the quotes of another", "a/b; c=d", 'a/b; e="x; c=d"'],
    ["has spaces around the sign", "a/b; c=d", "a/b; c = d"],
    ["is none", "application/json", ""],
  ])("and not of one where it %s", (_what, mediaType, contentType) => {
    expect(isSameMediaType(mediaType, contentType)).toBe(false);
  });
});

test.each([
  ["application/json", true],
  ["Application/JSON ; charset=utf-8", true],
  ["text/json", true],
  ["application/vnd.api+json", true],
  ["application/problem+JSON", true],
  ['application/x; of="application/json"', false],
  ["application/json-seq", false],
  ["application/jsonp", false],
  ["application/x-json", false],
  ["json", false],
  ["", false],
])("Whether %s is JSON: %s", (mediaType, expected) => {
  expect(isJson(mediaType)).toBe(expected);
});

test.each([
  ["multipart/form-data; boundary=x", true],
  ["Application/X-WWW-Form-Urlencoded", true],
  ["multipart/form-data-of-our-own", false],
  ["multipart/mixed", false],
  ["application/x-www-form-urlencoded-too", false],
])("Whether %s is that of a form: %s", (mediaType, expected) => {
  expect(isForm(mediaType)).toBe(expected);
});

test("A range is told by its type, and sent as a media type of it", () => {
  expect(["image/*", "*/*", 'text/plain; x="*"'].map(isMediaRange)).toEqual([true, true, false]);
  expect(sentMediaType("Image/* ; q=1")).toBe("image/png");
});

test("A parameter is read by its name, with its quotes taken off", () => {
  const contentType = 'Multipart/Form-Data; charset=utf-8 ; Boundary="a; \\"b\\"=c"; empty=""';
  expect(essenceOf(contentType)).toBe("multipart/form-data");
  expect(["boundary", "CHARSET", "empty", "b"].map((name) => mediaTypeParameter(contentType, name))).toEqual([
    'a; "b"=c',
    "utf-8",
    undefined,
    undefined,
  ]);
});

test("The parts of a form stand between the boundary that its media type names in quotes", () => {
  const { contentType, text } = encodeForm({ mediaType: 'multipart/form-data; boundary="b o"' }, { a: 1 });
  expect(contentType).toBe('multipart/form-data; boundary="b o"');
  expect(text).toMatch(/^--b o\r\n[\s\S]*--b o--\r\n$/);
});
