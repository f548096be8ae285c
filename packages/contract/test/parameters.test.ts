import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Parameter, parseParameter, serializeParameter } from "../src/index.ts";

type Wire = Pick<Parameter, "name" | "in" | "style" | "explode" | "allowReserved" | "mediaType" | "shape">;

const list = ["blue", "black"];
const object = { R: 100, G: 200 };

function parameter(
  place: Parameter["in"],
  style: Parameter["style"],
  explode: boolean,
  shape: Parameter["shape"],
): Wire {
  return { name: "color", in: place, style, explode, shape, allowReserved: false, mediaType: undefined };
}

describe("the style table of OpenAPI 3.1 holds:", () => {
  test.each([
    ["path", "simple", false, "blue", "blue"],
    ["path", "simple", false, list, "blue,black"],
    ["path", "simple", false, object, "R,100,G,200"],
    ["path", "simple", true, object, "R=100,G=200"],
    ["path", "label", false, "blue", ".blue"],
    ["path", "label", true, list, ".blue.black"],
    ["path", "label", false, list, ".blue,black"],
    ["path", "label", true, object, ".R=100.G=200"],
    ["path", "matrix", false, "blue", ";color=blue"],
    ["path", "matrix", false, list, ";color=blue,black"],
    ["path", "matrix", true, list, ";color=blue;color=black"],
    ["path", "matrix", true, object, ";R=100;G=200"],
    ["query", "form", true, "blue", "color=blue"],
    ["query", "form", true, list, "color=blue&color=black"],
    ["query", "form", false, list, "color=blue,black"],
    ["query", "form", true, object, "R=100&G=200"],
    ["query", "form", false, object, "color=R,100,G,200"],
    ["query", "spaceDelimited", false, list, "color=blue%20black"],
    ["query", "pipeDelimited", false, list, "color=blue%7Cblack"],
    ["query", "deepObject", true, object, "color[R]=100&color[G]=200"],
    ["header", "simple", false, list, "blue,black"],
    ["cookie", "form", true, "blue", "color=blue"],
  ] as const)("%s %s explode=%s", (place, style, explode, value, wire) => {
    const shape = Array.isArray(value) ? "array" : typeof value === "object" ? "object" : "primitive";
    expect(serializeParameter(parameter(place, style, explode, shape), value)).toBe(wire);
  });
});

test("an empty list sends nothing", () => {
  expect(serializeParameter(parameter("query", "form", false, "array"), [])).toBe("");
});

test("allowReserved keeps reserved characters except those that would end the value", () => {
  const reserved = { ...parameter("query", "form", true, "primitive"), allowReserved: true };
  expect(serializeParameter(reserved, "a/b?c&d#e")).toBe("color=a/b?c%26d%23e");
});

test("a parameter described by content travels as its media type says: JSON in quotes, a text without", () => {
  const json = { ...parameter("query", "form", true, "object"), mediaType: "application/vnd.api+json" };
  expect(serializeParameter(json, { a: [1] })).toBe("color=%7B%22a%22%3A%5B1%5D%7D");
  expect(serializeParameter(json, "red")).toBe("color=%22red%22");
  expect(serializeParameter({ ...json, mediaType: "text/plain" }, "red")).toBe("color=red");
});

test("a matrix parameter is read by its name, percent-encoded or not, and in its case", () => {
  const wire = parameter("path", "matrix", true, "array");
  expect(parseParameter(wire, ";%63olor=blue;color=black")).toEqual(["blue", "black"]);
  expect(parseParameter(wire, ";Color=blue")).toBeUndefined();
});

const item = fc.string({ minLength: 1, unit: "grapheme" });

describe("what is serialised is read back:", () => {
  test.each([
    ["path", "simple", false],
    ["path", "matrix", true],
    ["query", "form", true],
    ["query", "form", false],
    ["query", "pipeDelimited", false],
    ["query", "spaceDelimited", false],
    ["cookie", "form", true],
  ] as const)("lists of any text in a %s, %s, explode=%s", (place, style, explode) => {
    const wire = parameter(place, style, explode, "array");
    fc.assert(
      fc.property(fc.array(item, { minLength: 1 }), (items) => {
        fc.pre(style !== "pipeDelimited" || !items.some((text) => text.includes("|")));
        fc.pre(style !== "spaceDelimited" || !items.some((text) => text.includes(" ")));
        expect(parseParameter(wire, serializeParameter(wire, items))).toEqual(items);
      }),
    );
  });

  test.each([
    ["path", "simple", true],
    ["query", "form", true],
    ["query", "form", false],
    ["query", "deepObject", true],
  ] as const)("objects of any text in a %s, %s, explode=%s", (place, style, explode) => {
    const wire = parameter(place, style, explode, "object");
    const name = fc.stringMatching(/^[a-z]{1,8}$/);
    fc.assert(
      fc.property(fc.dictionary(name, item, { minKeys: 1, noNullPrototype: true }), (value) => {
        expect(parseParameter(wire, serializeParameter(wire, value))).toEqual(value);
      }),
    );
  });
});

test("a malformed percent-encoding stays as it came", () => {
  expect(parseParameter(parameter("path", "simple", false, "primitive"), "%ff")).toBe("%ff");
});

test("a member whose bracket is not closed is none of the object's", () => {
  const deep = parameter("query", "deepObject", true, "object");
  expect(parseParameter(deep, "color[R=1&color[G]=2")).toEqual({ G: "2" });
});

test("a pair without a name is no parameter's", () => {
  expect(
    parseParameter({ ...parameter("query", "form", true, "primitive"), name: "=a" }, "=a"),
  ).toBeUndefined();
});

test("nothing between two separators is no member of an object", () => {
  expect(parseParameter(parameter("query", "form", true, "object"), "R=1&&G=2")).toEqual({ R: "1", G: "2" });
});
