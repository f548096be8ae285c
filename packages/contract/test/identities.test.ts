import { expect, test } from "vitest";
import { identify, type JsonValue, type ParameterValues, strangeIds } from "../src/index.ts";

const one = { parameters: [{ key: "path id", identifies: "/data/id" }] };
const asked = (id: JsonValue): ParameterValues => new Map([["path id", id]]);

test("a body has the id that was asked for, written as it writes ids", () => {
  const body = { data: { id: "a", name: "b" } };
  expect(identify(one, asked("c"), body)).toEqual({ data: { id: "c", name: "b" } });
  expect(identify(one, asked(7), body)).toEqual({ data: { id: "7", name: "b" } });
  expect(identify(one, asked(7), { data: { id: 6 } })).toEqual({ data: { id: 7 } });
  expect(body).toEqual({ data: { id: "a", name: "b" } });
});

test("where a body has no id, or nothing identifies, it stays as it is", () => {
  expect(identify(one, asked("c"), { data: {} })).toEqual({ data: {} });
  expect(identify(one, asked("c"), [])).toEqual([]);
  expect(identify(one, new Map(), { data: { id: "a" } })).toEqual({ data: { id: "a" } });
  const none = { parameters: [{ key: "path id", identifies: undefined }] };
  expect(identify(none, asked("c"), { data: { id: "a" } })).toEqual({ data: { id: "a" } });
});

test("an id is strange if it is not the one that was asked for", () => {
  expect(strangeIds(one, asked("c"), { data: { id: "a" } })).toHaveLength(1);
  expect(strangeIds(one, asked(7), { data: { id: "7" } })).toEqual([]);
});
