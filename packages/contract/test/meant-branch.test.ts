import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type JsonObject, type JsonValue, loadDocument, type SchemaModel } from "../src/index.ts";

const refer = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const kinds = { type: "string" };
const pets = {
  Cat: {
    type: "object",
    required: ["kind", "claws"],
    properties: { kind: kinds, claws: { type: "integer" } },
  },
  Dog: {
    allOf: [refer("Named"), { required: ["bark"], properties: { kind: kinds, bark: { enum: ["loud"] } } }],
  },
  Named: { type: "object", required: ["name"], properties: { name: { type: "string", minLength: 2 } } },
};
const cats = [refer("Cat"), refer("Dog")];
const byKind = { propertyName: "kind" };
const named = (schema: JsonObject, ...tags: readonly JsonValue[]): JsonObject => ({
  ...schema,
  properties: { tag: tags.length === 1 ? { const: tags[0] ?? null } : { type: "string", enum: tags } },
});

/** A schema of a document beside the pets. */
async function modelOf(schema: JsonObject): Promise<SchemaModel> {
  const { schemas } = await loadDocument({
    openapi: "3.1.1",
    info: { title: "Pets", version: "1.0.0" },
    paths: {},
    components: { schemas: { ...pets, Pet: schema } },
  });
  const model = schemas.get("Pet");
  if (model === undefined) throw new Error("The schema is missing.");
  return model;
}

/** What is said against a value, and not aside: where, and by which keyword. */
async function against(schema: JsonObject, value: JsonValue): Promise<string[]> {
  return (await modelOf(schema))
    .validate(value)
    .filter(({ isAside }) => isAside !== true)
    .map(({ keyword, pointer }) => `${pointer} ${keyword}`);
}

const dog = { kind: "Dog", name: "x" };
const ofDog = ["/name minLength", " required"];

describe("What is wrong with a value that no branch accepts is told by the branch", () => {
  test.each<[string, JsonObject, JsonValue, readonly string[]]>([
    [
      "of the name that the discriminator has",
      { oneOf: cats, discriminator: byKind },
      dog,
      [...ofDog, " oneOf"],
    ],
    [
      "that the mapping names",
      { oneOf: cats, discriminator: { ...byKind, mapping: { d: "Dog" } } },
      { ...dog, kind: "d" },
      [...ofDog, " oneOf"],
    ],
    [
      "that the mapping refers to",
      { oneOf: cats, discriminator: { ...byKind, mapping: { Cat: "#/components/schemas/Dog" } } },
      { ...dog, kind: "Cat" },
      [...ofDog, " oneOf"],
    ],
    ["of anyOf", { anyOf: cats, discriminator: byKind }, dog, [...ofDog, " anyOf"]],
    [
      "that leads to what the discriminator names",
      { oneOf: [refer("Cat"), { oneOf: [refer("Dog")] }], discriminator: byKind },
      dog,
      [...ofDog, " oneOf", " oneOf"],
    ],
    [
      "of each item",
      { type: "array", items: { oneOf: cats, discriminator: byKind } },
      [{ kind: "Cat" }, dog],
      ["/0 required", "/0 oneOf", "/1/name minLength", "/1 required", "/1 oneOf"],
    ],
    [
      "of a branch of a branch",
      {
        oneOf: [
          named({ required: ["other"] }, "a"),
          { properties: { tag: { const: "b" }, pet: { oneOf: cats, discriminator: byKind } } },
        ],
      },
      { tag: "b", pet: dog },
      ["/pet/name minLength", "/pet required", "/pet oneOf", " oneOf"],
    ],
    [
      "and by what stands around it",
      { required: ["age"], oneOf: cats, discriminator: byKind, properties: { kind: { maxLength: 1 } } },
      dog,
      [...ofDog, " oneOf", " required", "/kind maxLength"],
    ],
    [
      "whose only value of a member it has",
      { oneOf: [named({ required: ["a"] }, "one"), named({ required: ["b"] }, "two")] },
      { tag: "two" },
      [" required", " oneOf"],
    ],
    [
      "one of whose values of a member it has",
      { oneOf: [named({ maxProperties: 0 }, "one"), named({ required: ["b"] }, "two", "three")] },
      { tag: "three" },
      [" required", " oneOf"],
    ],
  ])("%s", async (_what, schema, value, expected) => {
    expect(await against(schema, value)).toEqual(expected);
  });

  test("first, and what is wrong by the others after it, aside", async () => {
    const model = await modelOf({ oneOf: cats, discriminator: byKind });
    expect(model.validate(dog)).toEqual([
      { pointer: "/name", keyword: "minLength", message: "must NOT have fewer than 2 characters" },
      { pointer: "", keyword: "required", message: "must have required property 'bark'" },
      { pointer: "", keyword: "oneOf", message: "must match exactly one schema in oneOf" },
      { pointer: "", keyword: "required", message: "must have required property 'claws'", isAside: true },
    ]);
  });
});

describe("All that is wrong is told, branch by branch,", () => {
  const ofCat = " required";
  test.each<[string, JsonObject, JsonValue, readonly string[]]>([
    ["where no discriminator is", { oneOf: cats }, dog, [ofCat, ...ofDog, " oneOf"]],
    [
      "where the discriminator names none of them",
      { oneOf: cats, discriminator: byKind },
      { ...dog, kind: "Cow" },
      [ofCat, ...ofDog, " oneOf"],
    ],
    [
      "where the discriminator is not there",
      { oneOf: cats, discriminator: byKind },
      { name: "x" },
      [ofCat, ofCat, ...ofDog, " oneOf"],
    ],
    [
      "where several of them have the value of a member",
      { oneOf: [named({ required: ["a"] }, "one"), named({ required: ["b"] }, "one")] },
      { tag: "one" },
      [" required", " required", " oneOf"],
    ],
    ["where the value is no object", { oneOf: cats, discriminator: byKind }, 1, [" type", " type", " oneOf"]],
  ])("%s", async (_what, schema, value, expected) => {
    expect(await against(schema, value)).toEqual(expected);
  });
});

test("A discriminator changes nothing of what is wrong with a value but the order", async () => {
  const schema = { type: "array", items: { oneOf: [...cats, named({ required: ["tag"] }, "one")] } };
  const told = await modelOf({ ...schema, items: { ...schema.items, discriminator: byKind } });
  const plain = await modelOf(schema);
  const pet = fc.record(
    {
      kind: fc.constantFrom("Cat", "Dog", "Cow", 1),
      claws: fc.constantFrom(1, "x"),
      name: fc.constantFrom("xy", "x"),
      bark: fc.constantFrom("loud", "low"),
      tag: fc.constantFrom("one", "two"),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(pet, fc.constantFrom(null, 1))), (value) => {
      const [said, known] = [told, plain].map((model) =>
        model.validate(value).map(({ isAside: _, ...violation }) => JSON.stringify(violation)),
      );
      expect(said?.toSorted()).toEqual(known?.toSorted());
    }),
  );
});
