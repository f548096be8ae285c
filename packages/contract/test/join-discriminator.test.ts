import { describe, expect, test } from "vitest";
import { isObject, type JsonObject, loadContract, valueAt } from "../src/index.ts";
import { writeContract } from "./write-contract.ts";

const text = { type: "string" };
const cat = { type: "object", properties: { kind: { const: "cat" } } };
const dog = { type: "object", properties: { kind: { const: "dog" } } };

function root(schema: object, schemas: object = {}): object {
  const content = { "application/json": { schema } };
  return {
    openapi: "3.1.1",
    info: { title: "Pets", version: "1.0.0" },
    paths: {
      "/a": { get: { operationId: "a", responses: { "200": { description: "A pet.", content } } } },
    },
    components: { schemas: { ...schemas } },
  };
}

function pet(references: readonly string[], mapping?: JsonObject): JsonObject {
  const discriminator = { propertyName: "kind", ...(mapping !== undefined && { mapping }) };
  return { oneOf: references.map(($ref) => ({ $ref })), discriminator };
}

/** The mapping of the only discriminator that is left, each value with the `kind` of the schema that it leads to. */
async function mappingOf(files: Readonly<Record<string, object>>): Promise<JsonObject> {
  const { document, schemas } = await loadContract(writeContract(files));
  const [mapping] = [...schemas.values()].flatMap(({ schema }) =>
    isObject(schema) && isObject(schema["discriminator"]) ? [schema["discriminator"]["mapping"]] : [],
  );
  const entries = Object.entries(isObject(mapping) ? mapping : {}).map(([value, target]) => {
    const pointer = String(target)
      .replace(/^#?(?=[^#/]*$)/, "#/components/schemas/")
      .slice(1);
    return [value, valueAt(document, `${pointer}/properties/kind/const`)];
  });
  return Object.fromEntries(entries);
}

describe("What a mapping names in a part is found in the one document", () => {
  test.each<[string, Record<string, object>]>([
    [
      "by a reference inside of the part",
      {
        "openapi.yaml": root({ $ref: "p.yaml#/Pet" }),
        "p.yaml": { Pet: pet(["#/Cat", "#/Dog"], { cat: "#/Cat", dog: "#/Dog" }), Cat: cat, Dog: dog },
      },
    ],
    [
      "by a reference to another file, which nothing else refers to",
      {
        "openapi.yaml": root({ $ref: "p/Pet.yaml" }),
        "p/Pet.yaml": {
          type: "object",
          discriminator: { propertyName: "kind", mapping: { cat: "../Cat.yaml", dog: "Dog.yaml" } },
        },
        "Cat.yaml": cat,
        "p/Dog.yaml": dog,
      },
    ],
    [
      "by a name that is kept",
      {
        "openapi.yaml": root({ $ref: "p.yaml#/Pet" }),
        "p.yaml": { Pet: pet(["#/Cat", "#/Dog"], { cat: "Cat", dog: "Dog" }), Cat: cat, Dog: dog },
      },
    ],
    [
      "by a name that is taken by another schema",
      {
        "openapi.yaml": root({ $ref: "p.yaml#/Pet" }, { Cat: text, Dog: text }),
        "p.yaml": { Pet: pet(["#/Cat", "#/Dog"], { cat: "Cat", dog: "Dog" }), Cat: cat, Dog: dog },
      },
    ],
    [
      "by a name in place of which the root lists another one",
      {
        "openapi.yaml": root({ $ref: "p.yaml#/Pet" }, { Kitty: { $ref: "p.yaml#/Cat" } }),
        "p.yaml": { Pet: pet(["#/Cat", "#/Dog"], { cat: "Cat", dog: "Dog" }), Cat: cat, Dog: dog },
      },
    ],
    [
      "by a name beside it, which is no alternative",
      {
        "openapi.yaml": root({ $ref: "p.yaml#/Pet" }, { Cat: text, Dog: text }),
        "p.yaml": {
          Pet: { ...cat, discriminator: { propertyName: "kind", mapping: { cat: "Cat", dog: "Dog" } } },
          Cat: { allOf: [{ $ref: "#/Pet" }], ...cat },
          Dog: { allOf: [{ $ref: "#/Pet" }], ...dog },
        },
      },
    ],
    [
      "by the values alone, though their names are taken",
      {
        "openapi.yaml": root({ $ref: "p.yaml#/Pet" }, { cat: text, dog: text }),
        "p.yaml": { Pet: pet(["#/cat", "#/dog"]), cat, dog },
      },
    ],
  ])("%s", async (_, files) => {
    expect(await mappingOf(files)).toEqual({ cat: "cat", dog: "dog" });
  });
});

test("A discriminator without a mapping gets none where the names are kept", async () => {
  const files = {
    "openapi.yaml": root({ $ref: "p.yaml#/Pet" }),
    "p.yaml": { Pet: pet(["#/cat", "#/dog"]), cat, dog },
  };
  const { schemas } = await loadContract(writeContract(files));
  expect(schemas.get("Pet")?.schema).toMatchObject({ discriminator: { propertyName: "kind" } });
  expect(JSON.stringify(schemas.get("Pet")?.schema)).not.toContain("mapping");
});

test("A mapping that leads nowhere is refused, with its place", async () => {
  const files = {
    "openapi.yaml": root({ $ref: "p.yaml#/Pet" }),
    "p.yaml": { Pet: pet(["#/Cat"], { cat: "#/Cat", dog: "#/Dog", cow: "cow.yaml" }), Cat: cat },
  };
  await expect(loadContract(writeContract(files))).rejects.toThrow(
    /p\.yaml:8:7 There is nothing at #\/Dog\. \(\/Pet\/discriminator\/mapping\/dog\)\n.*p\.yaml:9:7 cow\.yaml cannot be followed\./,
  );
});
