import { describe, expect, test } from "vitest";
import type { JsonObject } from "../src/json.ts";
import { withSchema } from "./contract.ts";

function judge(schema: unknown, value: unknown, components: JsonObject = {}): string[] {
  return withSchema(schema, components)
    .shape("/components/schemas/Subject")
    .violations(value)
    .map(({ pointer, keyword, message }) => `${pointer} ${keyword}: ${message}`);
}

const shapes = {
  oneOf: [
    {
      type: "object",
      required: ["kind", "radius"],
      properties: { kind: { const: "circle" }, radius: { type: "number" } },
    },
    {
      type: "object",
      required: ["kind", "sides"],
      properties: {
        kind: { const: "box" },
        sides: { type: "array", items: { $ref: "#/components/schemas/Side" } },
      },
    },
  ],
};
const Side = {
  anyOf: [
    { type: "integer", minimum: 1 },
    {
      type: "object",
      required: ["shape"],
      properties: { shape: { $ref: "#/components/schemas/Subject" } },
    },
  ],
};

describe("a violation is described in plain words", () => {
  test.each<readonly [schema: unknown, value: unknown, violation: string]>([
    [{ type: ["integer", "boolean"] }, "a", " type: must be an integer or true or false"],
    [{ enum: ["a", ["b"]] }, "c", ' enum: must be one of "a", ["b"]'],
    [
      { oneOf: ["null", "array", "array"].map((type) => ({ type })) },
      1,
      " type: must be null or a list",
    ],
    [{ minLength: 1 }, "", " minLength: must have at least 1 character"],
    [
      { uniqueItems: true },
      [1, 2, 1],
      " uniqueItems: must not have an item twice, but items 1 and 3 are equal",
    ],
    [{ multipleOf: 0.01 }, 0.075, " multipleOf: must be multiple of 0.01"],
    [{ format: "int32" }, 2 ** 31, " format: must be an integer of 32 bits"],
    [{ format: "int64" }, 2 ** 64, " format: must be an integer of 64 bits"],
    [
      { format: "date-time" },
      "2024-01-31 12:00:00Z",
      " format: must be a date and time such as 2024-01-31T12:00:00Z",
    ],
    [
      { properties: { a: true }, additionalProperties: false },
      { b: 1 },
      ' additionalProperties: must not have the member "b"',
    ],
    [
      { properties: { "a/b": { items: { type: "null" } } } },
      { "a/b": [0] },
      "/a~1b/0 type: must be null",
    ],
    [
      { properties: { constructor: { type: "string" } }, required: ["constructor"] },
      {},
      ' required: must have the member "constructor"',
    ],
    [
      { propertyNames: { minLength: 2 } },
      { aa: 1, b: 1 },
      ' propertyNames: must not have the member "b": its name must have at least 2 characters',
    ],
    [{ not: { const: 1 } }, 1, " not: must not match the schema of `not`"],
    [{ properties: { a: false } }, { a: 1 }, "/a false schema: must not be there"],
  ])("%j and %j", (schema, value, violation) => {
    expect(judge(schema, value)).toContain(violation);
  });

  test.each<readonly [schema: unknown, value: unknown]>([
    [{ multipleOf: 0.01 }, 19.99],
    [{ format: "int64" }, -(2 ** 63)],
    [{ pattern: "^\\p{L}$" }, "é"],
    [{ properties: { constructor: { type: "string" } } }, {}],
    [{ uniqueItems: false }, [1, 1]],
    [true, undefined],
  ])("and %j takes %j", (schema, value) => {
    expect(judge(schema, value)).toEqual([]);
  });
});

describe("of several branches, the nearest is reported", () => {
  test.each<readonly [value: unknown, violations: string[]]>([
    [{ kind: "circle", radius: "r" }, ["/radius type: must be a number"]],
    [{ kind: "box", radius: 1 }, [' required: must have the member "sides"']],
    [{ kind: "box", sides: [1, 0] }, ["/sides/1 minimum: must be >= 1"]],
    [
      { kind: "box", sides: [{ shape: { kind: "box", sides: [{ shape: { kind: "circle" } }] } }] },
      ['/sides/0/shape/sides/0/shape required: must have the member "radius"'],
    ],
    [{ kind: "cone", radius: "r" }, ['/kind enum: must be one of "circle", "box"']],
    [{ kind: "box", sides: ["a"] }, ["/sides/0 type: must be an integer or an object"]],
    [
      { sides: ["a", "b"] },
      [
        ' required: must have the member "kind"',
        "/sides/0 type: must be an integer or an object",
        "/sides/1 type: must be an integer or an object",
      ],
    ],
  ])("of %j", (value, violations) => {
    expect(judge(shapes, value, { Side })).toEqual(violations);
  });

  test("and two matches are too many for oneOf, but not for anyOf", () => {
    const branches = [{ type: "number" }, { type: "integer" }, { type: "string" }];
    expect(judge({ oneOf: branches }, 1)).toEqual([
      " oneOf: must match exactly one of 3 schemas, but matches 2",
    ]);
    expect(judge({ anyOf: branches }, 1)).toEqual([]);
  });

  test("and other tags are no choice of one", () => {
    const oneOf = ["kind", "size"].map((name) => ({ properties: { [name]: { const: name } } }));
    expect(judge({ oneOf }, { kind: 1, size: 1 })).toEqual(['/kind const: must be "kind"']);
  });
});

test("a part that only branches describe has the shape of the first of them", () => {
  const shape = withSchema(shapes, { Side }).shape("/components/schemas/Subject");
  expect(shape.at("/sides/0").pointer).toBe(
    "/components/schemas/Subject/oneOf/1/properties/sides/items",
  );
  expect(shape.at("/sides/0/shape/radius").keyword("type")).toBe("number");
  expect(shape.at("/corners").locations).toEqual([]);
});

test("a value that has changed is validated again", () => {
  const shape = withSchema({ required: ["a"] }).shape("/components/schemas/Subject");
  const value: Record<string, number> = {};
  expect(shape.violations(value)).toHaveLength(1);
  value["a"] = 1;
  expect(shape.violations(value)).toEqual([]);
});

test.each(["valueOf", "toString", "__proto__"])(
  "values are compared whatever their members are called: %s",
  (name) => {
    const value = (text: string): unknown => JSON.parse(text.replaceAll("NAME", name));
    const [first, same] = ['{"b":1,"NAME":{}}', '{"NAME":{},"b":1}'].map(value);
    const other = value('{"NAME":{},"b":2}');
    expect(judge({ const: first }, same)).toEqual([]);
    expect(judge({ enum: [1, first] }, other)).toHaveLength(1);
    expect(judge({ uniqueItems: true }, [first, other])).toEqual([]);
    expect(judge({ uniqueItems: true }, [first, other, same])).toHaveLength(1);
  },
);
