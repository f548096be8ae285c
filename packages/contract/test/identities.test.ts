import { expect, test } from "vitest";
import { identify, type JsonValue, type ParameterValues, strangeIds } from "../src/index.ts";

const one = { parameters: [{ key: "path id", identifies: "/data/id" }] };
const asked = (id: JsonValue): ParameterValues => new Map([["path id", id]]);

test("a body has the requested id, in the type of its own", () => {
  const body = { data: { id: "a", name: "b" } };
  expect(identify(one, asked("c"), body)).toEqual({ data: { id: "c", name: "b" } });
  expect(identify(one, asked(7), body)).toEqual({ data: { id: "7", name: "b" } });
  expect(identify(one, asked(7), { data: { id: 6 } })).toEqual({ data: { id: 7 } });
  expect(body).toEqual({ data: { id: "a", name: "b" } });
});

test("a body without an id, or without x-identifies, stays unchanged", () => {
  expect(identify(one, asked("c"), { data: {} })).toEqual({ data: {} });
  expect(identify(one, asked("c"), [])).toEqual([]);
  expect(identify(one, new Map(), { data: { id: "a" } })).toEqual({ data: { id: "a" } });
  const none = { parameters: [{ key: "path id", identifies: undefined }] };
  expect(identify(none, asked("c"), { data: { id: "a" } })).toEqual({ data: { id: "a" } });
});

test("an id other than the requested one is strange", () => {
  expect(strangeIds(one, asked("c"), { data: { id: "a" } })).toHaveLength(1);
  expect(strangeIds(one, asked(7), { data: { id: "7" } })).toEqual([]);
});
