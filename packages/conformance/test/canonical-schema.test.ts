import { type JsonObject, type JsonValue, readContract } from "@workflow-api/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createJudge } from "../src/schema/judge.ts";
import { canonicalSchema } from "../src/score/canonical-schema.ts";
import { value } from "./support/arbitrary-schema.ts";
import { documentWith } from "./support/contract-with.ts";
import { sameParts } from "./support/same-parts.ts";
import { sameValues } from "./support/same-values.ts";
import { silentKeywords } from "./support/silent-keywords.ts";

test.each([...sameParts, ...sameValues, ...silentKeywords])(
  "Both validators agree that %s.",
  (_rule, pairs) => {
    fc.assert(
      fc.property(
        pairs,
        fc.array(value, { minLength: 12, maxLength: 12 }),
        ([one, other, referred], values) => {
          const { accepts, forms } = read(one, other, referred);
          expect(forms[1]).toEqual(forms[0]);
          for (const each of values) expect(accepts(1, each), JSON.stringify(each)).toEqual(accepts(0, each));
        },
      ),
      { numRuns: 15, seed: 5 },
    );
  },
);

test.each(["int32", "int64"])("The format %s is not taken for what says nothing.", (format) => {
  const { accepts, forms } = read({ type: "number" }, { type: "number", format });
  expect(forms[1]).not.toEqual(forms[0]);
  expect([accepts(0, 0.5), accepts(1, 0.5)]).toEqual([
    [true, true],
    [false, false],
  ]);
});

test.each([{}, { type: "string" }])(
  "A type that no other part of an allOf says is not lost beside %j.",
  (whole) => {
    const bounds = [{ minLength: 1 }, { maxLength: 5 }];
    const { forms } = read({ ...whole, allOf: [{ type: "string" }, ...bounds] }, { allOf: bounds });
    expect(forms[1]).not.toEqual(forms[0]);
  },
);

test("What counts as evaluated is not taken for what says nothing.", () => {
  const open = { unevaluatedProperties: false, allOf: [{ type: "object" }] };
  const closed = { unevaluatedProperties: false, allOf: [{ type: "object", additionalProperties: true }] };
  const { forms } = read(open, closed);
  expect(forms[1]).not.toEqual(forms[0]);
});

test("What counts as evaluated through a reference is not taken for what says nothing.", () => {
  const Open = { type: "object", properties: { a: { type: "string" } } };
  const referred = { Open, Closed: { ...Open, additionalProperties: true } };
  const around = (name: string): JsonObject => ({
    unevaluatedProperties: false,
    anyOf: [{ $ref: `#/components/schemas/${name}` }],
  });
  const { accepts, forms } = read(around("Open"), around("Closed"), referred);
  expect(forms[1]).not.toEqual(forms[0]);
  expect([accepts(0, { b: 1 }), accepts(1, { b: 1 })]).toEqual([
    [false, false],
    [true, true],
  ]);
});

test("What is evaluated for another value changes nothing.", () => {
  const Elsewhere = { type: "object", unevaluatedProperties: false, properties: { part: {} } };
  const open = { type: "object", properties: { a: { $ref: "#/components/schemas/Elsewhere" } } };
  const { forms } = read(open, { ...open, additionalProperties: true }, { Elsewhere });
  expect(forms[1]).toEqual(forms[0]);
});

interface Pair {
  readonly forms: readonly [JsonValue, JsonValue];
  /** What Ajv and @exodus/schemasafe say of a value by the first or the second. */
  accepts(which: 0 | 1, value: JsonValue): readonly [boolean, boolean];
}

function read(one: JsonObject, other: JsonObject, referred: JsonObject = {}): Pair {
  const whole = documentWith(one);
  const components = {
    ...Object(whole["components"]),
    schemas: { Thing: {}, One: one, Other: other, ...referred },
  };
  const contract = readContract({ ...whole, components });
  const judge = createJudge(contract);
  const form = (schemaOf: JsonObject): JsonValue => canonicalSchema(contract.document, schemaOf);
  const keys = ["One", "Other"] as const;
  return {
    forms: [form(one), form(other)],
    accepts: (which, each) => {
      const model = contract.schemas.get(keys[which]);
      if (model === undefined) throw new Error("The schema is missing.");
      return [model.validate(each).length === 0, judge.accepts([model.pointer], each)];
    },
  };
}
