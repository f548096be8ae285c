import { describe, expect, test } from "vitest";
import {
  askedIncludes,
  type Include,
  identify,
  type ParameterValues,
  pruneIncludes,
  strangeIds,
  withIncludes,
} from "../src/index.ts";
import type { JsonValue } from "../src/json.ts";
import { unaskedPointers } from "../src/scenarios/extensions.ts";
import { further, operation } from "./contract.ts";

const note = operation(further, "getNote");
const cage = operation(further, "getVariablesCage");
const body = { number: 7, writer: { name: "Ada", team: { size: 2 } } };

function asked(...values: readonly string[]): Include[] {
  return askedIncludes(note, new Map([["query with", values]]));
}

describe("a body keeps the requested includes and their parents", () => {
  test.each<readonly [values: string[], pruned: JsonValue]>([
    [[], { number: 7 }],
    [["writer"], { number: 7, writer: { name: "Ada" } }],
    [["team"], body],
  ])("of %j", (values, pruned) => {
    expect(pruneIncludes(note, asked(...values), body)).toEqual(pruned);
    expect(body.writer.team).toEqual({ size: 2 });
  });
});

test("each of the eight combinations has values that request it", () => {
  for (let set = 0; set < 8; set++) {
    const wanted = cage.includes.filter((_, index) => ((set >> index) & 1) === 1);
    const values = withIncludes(cage, new Map([["path id", "x"]]), wanted);
    expect(values.get("path id")).toBe("x");
    expect(values.has("query include")).toBe(wanted.length > 0);
    expect(askedIncludes(cage, values)).toEqual(wanted);
    expect(unaskedPointers(cage, wanted)).toHaveLength(3 - wanted.length);
  }
});

const one = { parameters: [{ key: "path id", identifies: "/data/id" }] };
const idOf = (id: JsonValue): ParameterValues => new Map([["path id", id]]);

test("a body has the requested id, in the type of its own", () => {
  const body = { data: { id: "a", name: "b" } };
  expect(identify(one, idOf("c"), body)).toEqual({ data: { id: "c", name: "b" } });
  expect(identify(one, idOf(7), body)).toEqual({ data: { id: "7", name: "b" } });
  expect(identify(one, idOf(7), { data: { id: 6 } })).toEqual({ data: { id: 7 } });
  expect(body).toEqual({ data: { id: "a", name: "b" } });
  expect(strangeIds(one, idOf(7), { data: { id: "7" } })).toEqual([]);
});

test("a body without an id, or without x-identifies, stays unchanged", () => {
  expect(identify(one, idOf("c"), { data: {} })).toEqual({ data: {} });
  expect(identify(one, new Map(), { data: { id: "a" } })).toEqual({ data: { id: "a" } });
  const none = { parameters: [{ key: "path id", identifies: undefined }] };
  expect(identify(none, idOf("c"), { data: { id: "a" } })).toEqual({ data: { id: "a" } });
});
