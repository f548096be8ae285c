import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Contract, type JsonObject, loadContract } from "../src/index.ts";
import { type Placing, splitContract } from "./split-contract.ts";
import { writeContract } from "./write-contract.ts";

/** A contract whose components refer to each other in every way. */
const tangled: JsonObject = {
  openapi: "3.1.1",
  info: { title: "Tangled", version: "1.0.0" },
  paths: {
    "/pets/{id}": {
      parameters: [{ $ref: "#/components/parameters/Id" }],
      get: {
        operationId: "getPet",
        responses: {
          "200": { $ref: "#/components/responses/Found" },
          default: { $ref: "#/components/responses/Failed" },
        },
      },
      put: {
        operationId: "putPet",
        requestBody: { $ref: "#/components/requestBodies/Pet" },
        responses: { default: { $ref: "#/components/responses/Failed" } },
      },
    },
    "/cats": {
      post: {
        operationId: "addCat",
        requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Cat" } } } },
        responses: { "204": { description: "Added." } },
      },
    },
  },
  components: {
    securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } },
    parameters: {
      Id: {
        name: "id",
        in: "path",
        required: true,
        schema: { $ref: "#/components/schemas/Id", description: "Which pet." },
        examples: { found: { value: 1 }, failed: { value: 2 } },
      },
    },
    headers: { Age: { schema: { $ref: "#/components/schemas/Id" } } },
    examples: { found: { summary: "It is there.", value: { kind: "cat" } } },
    requestBodies: {
      Pet: { content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } } },
    },
    responses: {
      Found: {
        description: "Found.",
        headers: { Age: { $ref: "#/components/headers/Age" } },
        content: {
          "application/json": {
            schema: { $ref: "#/components/schemas/Pet" },
            examples: { found: { $ref: "#/components/examples/found" } },
          },
        },
      },
      Failed: {
        description: "Failed.",
        content: { "application/json": { examples: { failed: { value: {} } } } },
      },
    },
    schemas: {
      Id: { type: "integer", minimum: 1 },
      Pet: {
        oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
        discriminator: {
          propertyName: "kind",
          mapping: { cat: "#/components/schemas/Cat", dog: "#/components/schemas/Dog" },
        },
      },
      Cat: {
        type: "object",
        properties: { kind: { const: "cat" }, default: { $ref: "#/components/schemas/Id" } },
      },
      Dog: {
        type: "object",
        properties: {
          kind: { const: "dog" },
          friends: { type: "array", items: { $ref: "#/components/schemas/Pet" } },
        },
      },
    },
  },
};

/** What a contract says, wherever it stands. */
function modelOf({ file: _, files: __, ...contract }: Contract): object {
  return JSON.parse(
    JSON.stringify(contract, (_name, value: unknown) =>
      value instanceof Map ? Object.fromEntries(value) : value,
    ),
  );
}

const documents: [string, JsonObject][] = [
  ["a contract whose components refer to each other", tangled],
  ["the contract of the service", (await loadContract()).document],
];

describe.each(documents)("In several files, %s", (_, document) => {
  const placings = fc.infiniteStream(fc.constantFrom<Placing>("inline", "listed", "unlisted"));

  test("says the same as in one", async () => {
    const whole = modelOf(await loadContract(writeContract({ "openapi.yaml": document })));
    await fc.assert(
      fc.asyncProperty(placings, async (placing) => {
        const file = splitContract(document, () => placing.next().value ?? "inline");
        expect(modelOf(await loadContract(file))).toEqual(whole);
      }),
      { numRuns: 25, seed: 4 },
    );
  });

  test("tells where each of its components stands", async () => {
    const contract = await loadContract(splitContract(document, () => "unlisted"));
    for (const name of contract.schemas.keys()) {
      const { file, pointer } = contract.locate(`/components/schemas/${name}/type`);
      expect(file.endsWith(`/components/schemas/${name}.yaml`), name).toBe(true);
      expect(["/type", ""]).toContain(pointer);
    }
  });
});

test("Split by Redocly, the contract says the same", async () => {
  const folder = mkdtempSync(join(tmpdir(), "contract-split-"));
  // It may be in several files already, of which Redocly would split the first.
  const whole = writeContract({ "openapi.yaml": (await loadContract()).document });
  const { status, stderr } = spawnSync("redocly", ["split", whole, "--outDir", folder], {
    encoding: "utf8",
    // Told that it is being tested, it writes less.
    env: { ...process.env, NODE_ENV: "production" },
    shell: process.platform === "win32",
  });
  expect(status, stderr).toBe(0);
  const split = join(folder, "openapi.yaml");
  expect(readFileSync(split, "utf8")).not.toContain("operationId");
  expect(modelOf(await loadContract(split))).toEqual(modelOf(await loadContract()));
});

test("Parts of the same name keep apart", async () => {
  const operation = (operationId: string, schema: object): object => ({
    get: {
      operationId,
      responses: { "200": { description: "Here.", content: { "application/json": { schema } } } },
    },
  });
  const { schemas, operations } = await loadContract(
    writeContract({
      "openapi.yaml": {
        openapi: "3.1.1",
        info: { title: "Two", version: "1.0.0" },
        paths: {
          "/a": operation("a", { $ref: "a/Item.yaml" }),
          "/b": operation("b", { $ref: "b/Item.yaml" }),
        },
      },
      "a/Item.yaml": { type: "string" },
      "b/Item.yaml": { type: "integer" },
    }),
  );
  expect([...schemas.keys()]).toEqual(["Item", "Item_2"]);
  expect(operations.map(({ responses }) => responses[0]?.content[0]?.validate("text").length)).toEqual([
    0, 1,
  ]);
});

test("What would have to hold itself is refused, with its place", async () => {
  const file = writeContract({
    "openapi.yaml": {
      openapi: "3.1.1",
      info: { title: "Circle", version: "1.0.0" },
      paths: { "/a": { $ref: "a.yaml" } },
    },
    "a.yaml": { $ref: "b.yaml" },
    "b.yaml": { $ref: "a.yaml" },
  });
  await expect(loadContract(file)).rejects.toThrow(/b\.yaml:1:1 a\.yaml would have to hold itself/);
});
