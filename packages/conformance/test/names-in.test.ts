import type { JsonObject } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { createJudge } from "../src/schema/judge.ts";
import { namesIn } from "../src/schema/names-in.ts";

const text = { type: "string", minLength: 2 };

function documentOf(schemas: JsonObject, more: JsonObject = {}): JsonObject {
  return { components: { schemas }, ...more };
}

const at = (name: string): string => `/components/schemas/${name}`;
const to = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

test.each([
  ["a schema that is one itself", { One: text }, "One"],
  ["a reference", { One: to("Text"), Text: text }, "Text"],
  ["a reference to a reference", { One: to("Two"), Two: to("Text"), Text: text }, "Text"],
  ["a reference beside words", { One: { ...to("Text"), description: "A text." }, Text: text }, "Text"],
  ["a reference beside a keyword", { One: { ...to("Text"), maxLength: 3 }, Text: text }, "One"],
  ["a reference that leads nowhere", { One: to("Text") }, "One"],
  ["a reference to an escaped name", { One: to("a~1b%20c"), "a/b c": text }, "a~1b c"],
])("The schema of %s is found", (_what, schemas: JsonObject, name) => {
  expect(namesIn(documentOf(schemas))(at("One"))).toBe(at(name));
});

test("References in a circle end somewhere", () => {
  expect(namesIn(documentOf({ One: to("Two"), Two: to("One") }))(at("One"))).toBe(at("Two"));
});

test("Below an $id of its own a reference is left alone", () => {
  const document = documentOf({ One: { ...to("Text") }, Text: text }, { $id: "https://other.example/" });
  expect(namesIn(document)(at("One"))).toBe(at("One"));
});

test("A judge says the same of a reference as of what it refers to", () => {
  const document = documentOf({ One: to("Text"), Text: text });
  const judge = createJudge({
    document,
    locate: (pointer) => ({ file: "", line: 1, column: 1, pointer }),
  });
  for (const value of ["a", "ab", 1])
    expect(judge.accepts([at("One")], value)).toBe(judge.accepts([at("Text")], value));
  expect(judge.accepts([at("One")], "a")).toBe(false);
});
