import { describe, expect, test } from "vitest";
import { type Contract, readContract } from "../src/index.ts";
import type { JsonObject, JsonValue } from "../src/json.ts";
import { placesOf, problemsOf } from "./contract.ts";

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };

/** A document with these schemas. */
function withSchemas(schemas: JsonObject): JsonObject {
  const content = { "application/json": { schema: ref("Pet") } };
  const responses = { "200": { description: "A pet.", content } };
  return {
    openapi: "3.1.1",
    info: { title: "Pets", version: "1" },
    paths: { "/pet": { get: { operationId: "getPet", responses } } },
    components: { schemas },
  };
}

/** What is wrong with pets. */
function violations(contract: Contract, ...pets: JsonValue[]): string[] {
  const shape = contract.shape("/components/schemas/Pet");
  return pets.map((pet) =>
    shape
      .violations(pet)
      .map((each) => `${each.pointer} ${each.message}`)
      .join(),
  );
}

const animal = (kind: JsonObject, ...more: string[]): JsonObject => ({
  type: "object",
  required: ["kind", ...more],
  properties: { kind, name: text },
});

describe("the branches of a union", () => {
  const discriminator = {
    propertyName: "kind",
    mapping: { cat: "#/components/schemas/Cat", dog: "Dog", puppy: "#/components/schemas/Dog" },
  };
  const Pet = { oneOf: [ref("Cat"), ref("Dog")], discriminator };

  test("are distinguished by the values of a mapping", () => {
    const contract = readContract(withSchemas({ Pet, Cat: animal(text), Dog: animal(text) }));
    const [cat, puppy, cow] = ["cat", "puppy", "cow"].map((kind) => ({ kind }));
    expect(violations(contract, cat ?? 0, puppy ?? 0)).toEqual(["", ""]);
    expect(violations(contract, cow ?? 0)).not.toEqual([""]);
    expect(contract.locate("/components/schemas/Pet/oneOf/1/allOf/0").pointer).toBe(
      "/components/schemas/Pet/oneOf/1",
    );
  });

  test("are distinguished by their names without a mapping", () => {
    const schemas = { Pet: { ...Pet, discriminator: { propertyName: "kind" } } };
    const contract = readContract(
      withSchemas({ ...schemas, Cat: animal(text), Dog: animal(text) }),
    );
    expect(violations(contract, { kind: "Dog" }, { kind: "Cat" })).toEqual(["", ""]);
    expect(violations(contract, { kind: "Cow" })).toEqual(['/kind must be one of "Cat", "Dog"']);
  });

  test("stay as they are where constants decide", () => {
    const constants = { Cat: animal({ const: "cat" }), Dog: animal({ enum: ["dog", "puppy"] }) };
    const { mapping, ...unmapped } = discriminator;
    const { document } = readContract(
      withSchemas({ Pet: { ...Pet, discriminator: unmapped }, ...constants }),
    );
    expect(document).toMatchObject({ components: { schemas: { Pet: { oneOf: Pet.oneOf } } } });
  });

  test("must not contradict a mapping", () => {
    const Cat = animal({ const: "Cat" });
    expect(problemsOf(withSchemas({ Pet, Cat, Dog: animal(text) }))).toEqual([
      'schema "Pet" maps "cat" to Cat, whose kind is "Cat": correct one of them ' +
        "(/components/schemas/Pet/discriminator/mapping/cat)",
    ]);
  });

  test("are distinguished although they inherit the constants of all", () => {
    const Base = animal({ enum: ["cat", "dog", "puppy", "cow"] });
    const Cat = { allOf: [ref("Base"), { required: ["lives"] }] };
    const contract = readContract(withSchemas({ Pet, Base, Cat, Dog: { allOf: [ref("Base")] } }));
    expect(violations(contract, { kind: "cat", lives: 9 }, { kind: "puppy" })).toEqual(["", ""]);
    expect(violations(contract, { kind: "cat" })).not.toEqual([""]);
    expect(violations(contract, { kind: "cow" })[0]).toContain("/kind must be one of");
  });

  test("need the name of a property", () => {
    const schemas = { Pet: { ...Pet, discriminator: "kind" }, Cat: text, Dog: text };
    expect(placesOf(withSchemas(schemas))).toEqual(["/components/schemas/Pet/discriminator"]);
  });
});

describe("the schemas that extend a parent", () => {
  const extending = (parent: string, ...required: string[]): JsonObject => ({
    allOf: [
      ref(parent),
      { required, properties: Object.fromEntries(required.map((name) => [name, text])) },
    ],
  });
  const parent = (mapping: JsonObject): JsonObject => ({
    ...animal(text),
    description: "A pet.",
    discriminator: { propertyName: "kind", mapping },
  });
  const cat = { kind: "cat", claws: "sharp" };

  test("are the branches of a union", () => {
    const contract = readContract(
      withSchemas({
        Pet: parent({ cat: "Cat", dog: "Dog", fish: "Pet" }),
        Cat: extending("Pet", "claws"),
        Dog: { allOf: [ref("Pet")] },
        Wrapped: { allOf: [ref("Pet")], description: "One of them." },
      }),
    );
    expect(violations(contract, cat, { kind: "dog" }, { kind: "fish" })).toEqual(["", "", ""]);
    expect(violations(contract, { kind: "cat" })).toEqual([' must have the member "claws"']);
    expect(violations(contract, { kind: "cow" })).toEqual([
      '/kind must be one of "cat", "dog", "fish"',
    ]);
    expect(violations(contract, { ...cat, name: 1 })).toEqual(["/name must be a string"]);
    const wrapped = contract.shape("/components/schemas/Wrapped");
    expect(wrapped.violations(cat)).toEqual([]);
    expect(wrapped.violations({ kind: "cow" })).not.toEqual([]);
    expect(contract.locate("/components/schemas/PetBase/properties/name").pointer).toBe(
      "/components/schemas/Pet/properties/name",
    );
  });

  test("are nothing to a discriminator without a mapping", () => {
    const Pet = { ...animal(text), discriminator: { propertyName: "kind" } };
    const contract = readContract(withSchemas({ Pet, Cat: extending("Pet", "claws") }));
    expect(violations(contract, { kind: "cow" })).toEqual([""]);
  });

  const unread = { photo: { if: true } };
  test.each([
    ["their parent", unread, extending("Pet", "claws")],
    ["one that only the mapping leads to", {}, { ...animal(text), properties: unread }],
  ])("are omitted with %s", (_, more, Cat) => {
    const Pet = { ...parent({ cat: "Cat" }), properties: { kind: text, ...more } };
    const document = withSchemas({ Pet, Cat });
    const paths = { ...Object(document["paths"]), "/ping": { get: { responses: { "204": {} } } } };
    const { omitted, operations } = readContract({ ...document, paths });
    expect([omitted.length, operations.length]).toEqual([1, 1]);
  });
});

test("a parent whose property lists the values of all its extensions is a union of these", () => {
  const kinds = { enum: ["cat", "dog", "cow"] };
  const mapping = { cat: "#/components/schemas/Cat", dog: "Dog" };
  const contract = readContract(
    withSchemas({
      Pet: { ...animal(kinds), discriminator: { propertyName: "kind", mapping } },
      Cat: { allOf: [ref("Pet"), { required: ["lives"] }] },
      Dog: { allOf: [ref("Pet")] },
    }),
  );
  expect(violations(contract, { kind: "cat", lives: 9 }, { kind: "dog" })).toEqual(["", ""]);
  expect(violations(contract, { kind: "cat" })).toEqual([' must have the member "lives"']);
  expect(violations(contract, { kind: "cow" })[0]).toContain("/kind must be one of");
});
