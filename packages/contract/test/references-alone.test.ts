import { describe, expect, test } from "vitest";
import { isObject, type JsonSchema, loadContract, readContract } from "../src/index.ts";
import { writeContract } from "./write-contract.ts";

const named: JsonSchema = {
  type: "object",
  title: "Named",
  required: ["name"],
  properties: { name: { type: "string" }, age: { type: "integer" } },
};

function contractOf(schema: JsonSchema) {
  return readContract({
    openapi: "3.1.1",
    info: { title: "Names", version: "1.0.0" },
    paths: {},
    components: { schemas: { Named: named, Other: schema } },
  });
}

const $ref = "#/components/schemas/Named";

describe("What stands beside a reference", () => {
  test.each([
    { beside: { required: ["age"] }, value: { age: 1 }, missed: ["required"] },
    { beside: { required: ["age"] }, value: { name: "Ann" }, missed: ["required"] },
    {
      beside: { properties: { name: { minLength: 2 } } },
      value: { name: "A", age: "old" },
      missed: ["minLength", "type"],
    },
    { beside: { allOf: [{ required: ["age"] }] }, value: {}, missed: ["required", "required"] },
    { beside: { unevaluatedProperties: false }, value: { name: "Ann", age: 1 }, missed: [] },
  ])("holds as well as what is referred to: $beside", ({ beside, value, missed }) => {
    const violations = contractOf({ $ref, ...beside })
      .schemas.get("Other")
      ?.validate(value);
    expect(violations?.map(({ keyword }) => keyword).sort()).toEqual(missed);
  });

  test("takes nothing from what is read of the target, and keeps its place", () => {
    const contract = contractOf({ $ref, required: ["age"], allOf: [{ minProperties: 1 }] });
    const { schema = true } = contract.schemas.get("Other") ?? {};
    expect(contract.resolve(schema, "/components/schemas/Other").schema).toEqual({
      required: ["age"],
      allOf: [{ minProperties: 1 }, { $ref }],
    });
  });

  test("counts in place of what the target says if it only tells", () => {
    const contract = contractOf({ $ref, title: "Other", deprecated: true, "x-own": 1 });
    const { schema = true } = contract.schemas.get("Other") ?? {};
    const resolved = contract.resolve(schema, "/components/schemas/Other");
    expect(resolved).toMatchObject({ name: "Named", schema: { title: "Other", required: ["name"] } });
  });

  test("is no reference where a member is called so", () => {
    const schema = { properties: { $ref: { type: "string" }, other: { type: "string" } } } as const;
    const contract = contractOf(schema);
    expect(contract.schemas.get("Other")?.schema).toEqual(schema);
    expect(isObject(contract.document)).toBe(true);
  });

  test("holds where the reference leads to another file, and only there", async () => {
    const root = {
      openapi: "3.1.1",
      info: { title: "Names", version: "1.0.0" },
      paths: {},
      components: {
        schemas: {
          Aged: { $ref: "named.yaml#/Named", required: ["age"] },
          Other: { type: "array", items: { $ref: "named.yaml#/Named" } },
        },
      },
    };
    const { schemas } = await loadContract(
      writeContract({ "openapi.yaml": root, "named.yaml": { Named: named } }),
    );
    const missedIn = (name: string, value: unknown): (string | undefined)[] =>
      (schemas.get(name)?.validate(value) ?? []).map(({ message }) => message);
    expect(missedIn("Aged", { name: "Ann" })).toEqual(["must have required property 'age'"]);
    expect(missedIn("Aged", { age: 1 })).toEqual(["must have required property 'name'"]);
    expect(missedIn("Other", [{ name: "Ann" }])).toEqual([]);
  });
});
