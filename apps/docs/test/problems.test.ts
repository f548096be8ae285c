import { appendPointer, isObject, type JsonValue, valueAt } from "@workflow-api/contract";
import { describe, expect, test } from "vitest";
import { pointerRange } from "../src/client/pointer-range.ts";
import { problemsOfAnswer } from "../src/client/problems-of-answer.ts";
import { sameAnswer } from "../src/client/same-answer.ts";

describe("what an answer says is wrong", () => {
  test("is read from the problem details of the mock", () => {
    const errors = [
      { in: "query", name: "include", pointer: "/1", expected: "must be one of them", received: "x" },
      { in: "body", pointer: "/to/box", expected: "must be integer" },
    ];
    expect(problemsOfAnswer(JSON.stringify({ status: 422, errors, validation: [{}] }), null)).toEqual([
      { place: "query", name: "include", pointer: "/1", message: 'must be one of them. It is "x".' },
      { place: "body", pointer: "/to/box", message: "must be integer." },
    ]);
  });

  test("is read from what a plain Prism answers, and from its header", () => {
    const violation = { location: ["query", "include", "1"], severity: "Error", message: "must be one" };
    const expected = [{ place: "query", name: "include", pointer: "/1", message: "must be one." }];
    expect(problemsOfAnswer(JSON.stringify({ validation: [violation] }), null)).toEqual(expected);
    const inHeader = JSON.stringify([{ ...violation, location: ["request", ...violation.location] }]);
    expect(problemsOfAnswer('{"data":{}}', inHeader)).toEqual(expected);
    const inBody = JSON.stringify({ validation: [{ location: ["body", "a/b", "~"], message: "no" }] });
    expect(problemsOfAnswer(inBody, null)).toEqual([{ place: "body", pointer: "/a~1b/~0", message: "no." }]);
  });

  test("is read from the errors of a JSON:API document", () => {
    const errors = [
      { source: { pointer: "/data/attributes/name" }, detail: "Too long." },
      { source: { parameter: "include" }, title: "Unknown." },
      { source: { header: "X-Domain" }, detail: "No such domain." },
      { detail: "It names no place." },
    ];
    expect(problemsOfAnswer(JSON.stringify({ errors }), null)).toEqual([
      { place: "body", pointer: "/data/attributes/name", message: "Too long." },
      { place: "query", name: "include", message: "Unknown." },
      { place: "header", name: "X-Domain", message: "No such domain." },
    ]);
  });

  test.for(["", "no JSON", "null", "[]", '{"errors":{}}', '{"errors":[null,1,{}]}', '{"validation":null}'])(
    "is nothing in %s",
    (body) => {
      expect(problemsOfAnswer(body, "no JSON")).toEqual([]);
    },
  );
});

describe("the place of a pointer in a text", () => {
  const value = {
    plain: 'a "quoted" {[,:]} text',
    "a/b": { "~": [1, -2.5e3, [true, null, { deep: [] }]], "": "empty name" },
    list: [{ one: 1 }, { two: {} }, []],
  };

  test.for([0, 1, 2, 4])("is that of the value, whatever the space (%i)", (space) => {
    const text = JSON.stringify(value, null, space);
    const pointers = pointersOf(value, "");
    expect(pointers.length).toBeGreaterThan(15);
    for (const pointer of pointers) {
      const [start, end] = pointerRange(text, pointer) ?? [0, 0];
      expect([pointer, JSON.parse(text.slice(start, end))]).toEqual([pointer, valueAt(value, pointer)]);
    }
  });

  test("is that of the nearest value around what is not there", () => {
    const text = '{ "to": { "box": 7 } }';
    expect(text.slice(...(pointerRange(text, "/to/street") ?? []))).toBe('{ "box": 7 }');
    expect(text.slice(...(pointerRange(text, "/top") ?? []))).toBe(text);
  });

  test.for(["", "{", '{"a"', '{"a":', "[1,", '"open', "}{", "nonsense here"])(
    "ends for %s, which is no JSON",
    (text) => {
      const range = pointerRange(text, "/a/0");
      expect(range === undefined || range[1] <= text.length).toBe(true);
    },
  );
});

function pointersOf(value: JsonValue, pointer: string): string[] {
  const members = isObject(value) ? Object.entries(value) : Array.isArray(value) ? [...value.entries()] : [];
  return [
    pointer,
    ...members.flatMap(([name, member]) =>
      member === undefined ? [] : pointersOf(member, appendPointer(pointer, String(name))),
    ),
  ];
}

test("two answers are the same whatever the order of their members, but not of their items", () => {
  expect(sameAnswer('{"a":1,"b":{"c":2,"d":3}}', '{"b":{"d":3,"c":2},"a":1}')).toBe(true);
  expect(sameAnswer("[1,2]", "[2,1]")).toBe(false);
  expect(sameAnswer('{"a":1}', '{"a":1,"b":null}')).toBe(false);
  expect(sameAnswer("Dear reader\n", "Dear reader")).toBe(true);
  expect(sameAnswer("", "")).toBe(true);
});
