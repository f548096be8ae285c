import fc from "fast-check";
import { expect, test } from "vitest";
import { isSuccess, negotiate, parseTarget, readJson, requestTarget } from "../src/http.ts";
import { readContract, readText, requestFor, serializeParameter } from "../src/index.ts";
import type { JsonObject, JsonValue } from "../src/json.ts";
import type { Parameter } from "../src/model.ts";
import { locations } from "../src/wire/locations.ts";
import { pairsOfParameter, parseParameter } from "../src/wire/read.ts";
import { writeParameter } from "../src/wire/write.ts";
import { further, operation } from "./contract.ts";

function parameterOf(place: Parameter["in"], schema: JsonObject, explode?: boolean): Parameter {
  const path = place === "path" ? "/{page[size]}" : "/";
  const declared = {
    name: place === "header" || place === "cookie" ? "x-page" : "page[size]",
    in: place,
    required: true,
    ...(explode !== undefined && { explode }),
    schema,
  };
  const contract = readContract({
    openapi: "3.1.1",
    info: { title: "T", version: "1" },
    paths: { [path]: { get: { operationId: "get", parameters: [declared], responses: {} } } },
  });
  const [parameter] = contract.operations[0]?.parameters ?? [];
  if (parameter === undefined) throw new Error("The parameter was not read");
  return parameter;
}

/** Writes a value as a request carries it, and reads it again. */
function travel(
  place: Parameter["in"],
  schema: JsonObject,
  explode: boolean,
  value: JsonValue,
): JsonValue {
  const parameter = parameterOf(place, schema, explode);
  const empty = { method: "GET", path: "{page[size]}", query: "", headers: {}, body: "" };
  const request = writeParameter(empty, parameter, value);
  const pairs = locations[place].read(request, new Map([["page[size]", request.path]]));
  return parseParameter(
    parameter,
    pairsOfParameter(parameter, pairs, () => true),
  );
}

const primitives: readonly (readonly [type: string, values: fc.Arbitrary<JsonValue>])[] = [
  ["string", fc.string({ unit: "grapheme" })],
  ["integer", fc.integer()],
  ["number", fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)],
  ["boolean", fc.boolean()],
];

test.each(primitives)(
  "a value of type %s comes back as it was sent, alone and in lists",
  (type, values) => {
    const places = fc.constantFrom("path" as const, "query" as const);
    fc.assert(
      fc.property(
        places,
        fc.boolean(),
        values,
        fc.array(values, { minLength: 1 }),
        (place, explode, value, list) => {
          expect(travel(place, { type }, explode, value)).toEqual(value);
          // A list of one empty text and an empty list look the same between commas.
          const isExploded = place === "query" && explode;
          fc.pre(isExploded || list.length > 1 || list[0] !== "");
          expect(travel(place, { type: "array", items: { type } }, explode, list)).toEqual(list);
        },
      ),
      { numRuns: 200 },
    );
  },
);

test("only query parameters and cookies are exploded unless they say otherwise", () => {
  const places = ["query", "cookie", "path", "header"] as const;
  const exploded = places.map((place) => parameterOf(place, { type: "string" }).explode);
  expect(exploded).toEqual([true, true, false, false]);
});

test("a plus is a space in a query, and itself in a path", () => {
  const read = (place: "path" | "query", text: string): JsonValue =>
    parseParameter(parameterOf(place, { type: "string" }, true), [["page[size]", text]]);
  expect([read("query", "a+b%2Bc"), read("path", "a+b%2Bc")]).toEqual(["a b+c", "a+b+c"]);
  expect(read("query", "a%zz")).toBe("a%zz");
});

test("a header carries strings unchanged, and lists with commas", () => {
  expect(travel("header", { type: "string" }, false, "a%20b; c")).toBe("a%20b; c");
  expect(travel("header", { type: "array", items: { type: "integer" } }, false, [1, 2])).toEqual([
    1, 2,
  ]);
  expect(
    parseParameter(parameterOf("header", { type: "integer" }, false), [["x-page", " 7 "]]),
  ).toBe(7);
  const header = parameterOf("header", { type: "string" }, false);
  const received = ["Zo\xc3\xab 100%", "Zo\xeb", "\u65e5"].map((text) =>
    parseParameter(header, [["x-page", text]]),
  );
  expect(received).toEqual(["Zoë 100%", "Zoë", "日"]);
});

test("a request is written from the values of its parameters", () => {
  const values = new Map<string, JsonValue>([
    ["header x-domain", "d"],
    ["query page[size]", 2],
    ["query label", ["a b", "c,d"]],
    ["query sort", ["text", "number"]],
  ]);
  expect(requestFor(operation(further, "listNotes"), values)).toEqual({
    method: "GET",
    path: "/v1/notes",
    query: "page%5Bsize%5D=2&label=a%20b&label=c%2Cd&sort=text,number",
    headers: { accept: "application/vnd.api+json", "x-domain": "d" },
    body: "",
  });
  values.set("query label", []);
  expect(requestTarget(requestFor(operation(further, "listNotes"), values))).toBe(
    "/v1/notes?page%5Bsize%5D=2&sort=text,number",
  );
  const body = requestFor(operation(further, "createNote"), new Map(), { data: null });
  expect(body).toMatchObject({
    body: '{"data":null}',
    headers: { "content-type": "application/vnd.api+json" },
  });
});

test("a path parameter fills its segment, and stays in braces without a value", () => {
  const get = operation(further, "getNote");
  expect(requestFor(get, new Map([["path noteNumber", "$& /?"]])).path).toBe(
    "/v1/notes/%24%26%20%2F%3F",
  );
  expect(requestFor(get, new Map()).path).toBe("/v1/notes/{noteNumber}");
  const size = {
    key: "path größe",
    name: "größe",
    in: "path",
    style: "simple",
    explode: false,
  } as const;
  const parts = {
    method: "GET",
    parameters: [size],
    requestBody: undefined,
    responses: [],
  } as const;
  const request = requestFor({ ...parts, path: "/é/{größe}" }, new Map([[size.key, "ß"]]));
  expect(request.path).toBe("/%C3%A9/%C3%9F");
});

test("a status from 200 to 299 is a success", () => {
  expect([199, 200, 299, 300].map(isSuccess)).toEqual([false, true, true, false]);
});

test("a target in absolute form has its path and its query", () => {
  const targets = ["/a?b?c", "HTTP://h.example/a?b", "http://h.example?b", "*"];
  expect(targets.map(parseTarget)).toEqual([
    { path: "/a", query: "b?c" },
    { path: "/a", query: "b" },
    { path: "/", query: "b" },
    { path: "*", query: "" },
  ]);
});

test.each([
  [undefined, "application/json"],
  ["", "application/json"],
  ["application/json;q=0.1, application/*;q=0.5", "application/vnd.api+json"],
  ["Application/JSON; charset=utf-8", "application/json"],
  ["text/*, application/json;q=0", undefined],
])("of two media types, Accept: %s prefers %s", (accept, preferred) => {
  expect(negotiate(accept, ["application/json", "application/vnd.api+json"])).toBe(preferred);
});

test("a body that is no JSON is not taken for an empty one", () => {
  const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
  expect(["null", " ", "{", nested(501)].map(readJson)).toEqual([
    { value: null },
    { message: "must be JSON, but is empty" },
    { message: "must be JSON, but cannot be parsed as it" },
    { message: "must be JSON of at most 500 nested levels" },
  ]);
  expect(readJson(nested(500))).toHaveProperty("value");
});

test.each([
  ["", ["number", "null"], null],
  ["null", ["integer", "null"], null],
  ["", ["string", "null"], ""],
  ["007", ["integer"], "007"],
  ["1e3", ["number"], 1000],
  ["true", ["boolean"], true],
  ["yes", ["boolean"], "yes"],
  ["1.", ["number"], "1."],
  ["1.5", ["integer"], 1.5],
])("the string %o of %o is %o", (text, types, expected) => {
  expect(readText(text, types)).toBe(expected);
});

test("a typed list has commas between its items, and an empty list sends nothing", () => {
  expect(readText("1, ,2", ["integer"], true)).toEqual([1, 2]);
  const parameter = { in: "query", name: "q", style: "form", explode: false } as const;
  expect(serializeParameter(parameter, [])).toBe("");
});
