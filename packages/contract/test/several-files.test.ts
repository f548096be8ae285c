import { describe, expect, test } from "vitest";
import { loadContract } from "../src/index.ts";
import { problemsIn } from "./problems-of.ts";
import { small, writeContract } from "./write-contract.ts";

describe("a contract in several files", () => {
  const split = {
    "openapi.yaml": small.replace('"#/components/schemas/Id"', '"./schemas.yaml#/Id"'),
    "schemas.yaml": "# shared\nId: { $ref: '#/Whole' }\nWhole: { type: integer, minimum: 5 }\n",
  };

  test("is one document, and knows its files", async () => {
    const contract = await loadContract(writeContract(split));
    expect(contract.files.map((file) => file.split("/").at(-1))).toEqual(["openapi.yaml", "schemas.yaml"]);
    expect(contract.operations[0]?.parameters[0]?.validate(4)).toMatchObject([{ keyword: "minimum" }]);
    expect(JSON.stringify(contract.document)).not.toContain("schemas.yaml");
  });

  test("may share a file that only templated paths refer to", async () => {
    const get = (operationId: string): object => ({
      get: {
        operationId,
        parameters: [{ name: "id", in: "path", required: true, schema: { $ref: "id.yaml" } }],
        responses: { "204": { description: "Done." } },
      },
    });
    const root = {
      openapi: "3.1.1",
      info: { title: "Shared", version: "1.0.0" },
      paths: { "/a/{id}": get("getA"), "/b/{id}": get("getB") },
    };
    const { operations } = await loadContract(
      writeContract({ "openapi.yaml": root, "id.yaml": { type: "integer" } }),
    );
    expect(operations.map(({ parameters }) => parameters[0]?.validate("x").length)).toEqual([1, 1]);
  });

  test("may refer from a part back to the root", async () => {
    const tenant = { name: "X-Tenant", in: "header", required: true, schema: { type: "integer" } };
    const root = {
      openapi: "3.1.1",
      info: { title: "Back", version: "1.0.0" },
      paths: { "/a": { $ref: "part.yaml#/a" } },
      components: { parameters: { Tenant: tenant } },
    };
    const get = {
      operationId: "getA",
      parameters: [{ $ref: "./openapi.yaml#/components/parameters/Tenant" }],
      responses: { "204": { description: "Done." } },
    };
    const { operations } = await loadContract(
      writeContract({ "openapi.yaml": root, "part.yaml": { a: { get } } }),
    );
    expect(operations[0]?.parameters).toMatchObject([
      { name: "X-Tenant", parameterPointer: "/components/parameters/Tenant" },
    ]);
  });

  test("is located in the file that states a fact", async () => {
    const contract = await loadContract(writeContract(split));
    const place = contract.locate("/paths/~1things~1{id}/get/parameters/0/schema/minimum");
    expect(place).toMatchObject({ line: 3, pointer: "/Whole/minimum" });
    expect(place.file.endsWith("schemas.yaml")).toBe(true);
  });

  test("names the place of a reference to a file that is not there", async () => {
    const file = writeContract({ "openapi.yaml": split["openapi.yaml"] });
    expect(await problemsIn(file)).toMatchObject([
      { message: "./schemas.yaml cannot be followed.", location: { line: 13 } },
      { message: "There is no such file." },
    ]);
  });
});
