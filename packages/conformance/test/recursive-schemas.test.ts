import type { JsonObject, JsonValue } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { type InvalidValue, invalidValues, type ValidValue, validValues } from "../src/schema/values.ts";
import { documentWith } from "./support/contract-with.ts";
import { thingOf } from "./support/thing.ts";

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const text = { type: "string", maxLength: 9 };
const texts = (count: number): JsonObject =>
  Object.fromEntries(times(count, (index) => [`text_${index}`, text]));

interface Values {
  readonly invalid: readonly InvalidValue[];
  readonly valid: readonly ValidValue[];
}

/** The values of the schema `Thing`, which may refer to itself and to others. */
async function valuesOf(schemas: Readonly<Record<string, JsonValue>>): Promise<Values> {
  const document = documentWith(schemas["Thing"] ?? true);
  const components = { ...Object(document["components"]), schemas };
  const { model, world } = await thingOf({ ...document, components }, 1);
  return { invalid: invalidValues(world, model), valid: validValues(world, model) };
}

/** Schemas of a shape, so many times as large. */
const shapes: Readonly<Record<string, (size: number) => Record<string, JsonValue>>> = {
  "a filter, an anyOf with itself": (size) => ({
    Thing: {
      anyOf: [
        ...["and", "or"].map((name) => ({
          type: "object",
          required: [name],
          properties: { [name]: { type: "array", items: ref("Thing"), minItems: 1 } },
          additionalProperties: false,
        })),
        {
          type: "object",
          required: ["not"],
          properties: { not: ref("Thing") },
          additionalProperties: false,
        },
        { type: "object", required: ["text_0"], properties: texts(4 * size), additionalProperties: false },
      ],
    },
  }),
  "a tree, properties with itself": (size) => ({
    Thing: {
      type: "object",
      required: ["text_0"],
      properties: {
        ...texts(4 * size),
        left: ref("Thing"),
        right: ref("Thing"),
        children: { type: "array", items: ref("Thing") },
      },
    },
  }),
  "schemas that all hold each other": (size) => ({
    Thing: ref("Thing0"),
    ...Object.fromEntries(
      times(3 * size, (index) => [
        `Thing${index}`,
        {
          type: "object",
          properties: {
            text,
            [`next_${index}`]: ref(`Thing${(index + 1) % (3 * size)}`),
            other: { oneOf: [ref(`Thing${(index + 2) % (3 * size)}`), { type: "null" }] },
          },
        },
      ]),
    ),
  }),
  "a oneOf of many variants in lists in objects": (size) => ({
    Thing: {
      type: "object",
      properties: {
        outer: {
          type: "array",
          items: {
            type: "object",
            properties: {
              inner: {
                type: "array",
                items: {
                  oneOf: times(10 * size, (index) => ({
                    type: "object",
                    required: ["kind"],
                    properties: { kind: { const: `kind ${index}` }, [`text_${index}`]: text },
                  })),
                },
              },
            },
          },
        },
      },
    },
  }),
};

test.each(Object.keys(shapes))("The values of %s grow with it, and no faster.", async (name) => {
  const shape = shapes[name];
  const counts: number[] = [];
  for (const size of [1, 2, 3]) {
    const { invalid, valid } = await valuesOf(shape?.(size) ?? {});
    counts.push(invalid.length + valid.length);
  }
  const [one = 0, two = 0, three = 0] = counts;
  expect(two - one).toBeGreaterThan(0);
  expect(three - two).toBeLessThanOrEqual(1.2 * (two - one));
  expect(one).toBeLessThan(1500);
});

test("Of many variants each keyword of every one is broken, and every one is sent.", async () => {
  const { invalid, valid } = await valuesOf(
    shapes["a oneOf of many variants in lists in objects"]?.(3) ?? {},
  );
  const broken = new Set(invalid.map(({ pointer }) => pointer));
  const variants = "/components/schemas/Thing/properties/outer/items/properties/inner/items/oneOf";
  const sent = JSON.stringify(valid.map(({ value }) => value));
  for (const index of times(30, (each) => each)) {
    expect(broken).toContain(`${variants}/${index}/required`);
    expect(broken).toContain(`${variants}/${index}/properties/kind/const`);
    expect(broken).toContain(`${variants}/${index}/properties/text_${index}/maxLength`);
    expect(sent).toContain(`"kind ${index}"`);
  }
});

test("A schema is broken within itself too, once around and in every member that leads back to it.", async () => {
  const { invalid } = await valuesOf(shapes["a tree, properties with itself"]?.(1) ?? {});
  const places = invalid.filter(({ keyword }) => keyword === "required").map(({ at }) => at);
  expect(places).toEqual(expect.arrayContaining(["", "/left", "/right", "/children/0"]));
});

test("The same schema under two names is broken under both, as often as it is used.", async () => {
  const { invalid } = await valuesOf({
    Thing: { type: "object", properties: { home: ref("Place"), work: ref("Place") } },
    Place: { type: "object", required: ["city"], properties: { city: text } },
  });
  const places = invalid.filter(({ keyword }) => keyword === "maxLength").map(({ at }) => at);
  expect(new Set(places)).toEqual(new Set(["/home/city", "/work/city"]));
});

test("What refers to itself gives the same values every time.", async () => {
  for (const shape of Object.values(shapes))
    expect(await valuesOf(shape(1))).toEqual(await valuesOf(shape(1)));
});
