import { describe, expect, test } from "vitest";
import { loadContract, type Operation } from "../src/index.ts";
import { edited, small, writeContract } from "./write-contract.ts";

async function loadSmall(): Promise<Operation> {
  const contract = await loadContract(writeContract({ "openapi.yaml": small }));
  const [operation] = contract.operations;
  if (operation === undefined) throw new Error("The small contract has an operation.");
  return operation;
}

describe("a well-made contract", () => {
  test("gives its operations with parameters, security and responses", async () => {
    const operation = await loadSmall();
    expect(operation).toMatchObject({ operationId: "getThing", method: "GET", path: "/things/{id}" });
    expect(
      operation.parameters.map(({ name, shape, style, explode }) => [name, shape, style, explode]),
    ).toEqual([
      ["id", "primitive", "simple", false],
      ["include", "array", "form", false],
    ]);
    expect(operation.security.map((schemes) => schemes.map(({ name }) => name))).toEqual([["X-Key"]]);
    expect(operation.responses.map(({ status }) => status)).toEqual(["200", "404"]);
  });

  test("gives the scenario of the lowest 2xx as the default, wherever it stands", async () => {
    expect((await loadSmall()).defaultScenario).toMatchObject({
      name: "found",
      status: 200,
      summary: "It is there.",
    });
  });

  test("gives what each include adds", async () => {
    const { includes } = await loadSmall();
    expect(includes.map(({ parameter, value, adds }) => [parameter.name, value, adds])).toEqual([
      ["include", "owner", "/owner"],
      ["include", "parts", "/detail/parts"],
    ]);
  });

  test("validates values through references", async () => {
    const [id] = (await loadSmall()).parameters;
    expect(id?.validate(1)).toEqual([]);
    expect(id?.validate(0)).toEqual([{ pointer: "", keyword: "minimum", message: "must be >= 1" }]);
  });

  test("gives its gaps", async () => {
    const { gaps } = await loadContract(writeContract({ "openapi.yaml": small }));
    expect(gaps).toMatchObject([
      { id: "much", section: "1", unknown: "Much.", untilKnown: "It is left out." },
    ]);
  });

  test("says where each place stands", async () => {
    const contract = await loadContract(writeContract({ "openapi.yaml": small }));
    expect(contract.locate("/paths/~1things~1{id}/get/parameters/0/schema/minimum")).toMatchObject({
      line: 45,
      pointer: "/components/schemas/Id/minimum",
    });
  });

  test("may hold anchors and definitions", async () => {
    const file = edited(
      "Id: { type: integer, minimum: 1 }",
      "Id: { $anchor: identity, $comment: One., $ref: '#/components/schemas/Id/$defs/Whole', $defs: { Whole: { type: integer, minimum: 1 } } }",
    );
    const id = (await loadContract(file)).schemas.get("Id");
    expect(id?.validate(0)).toMatchObject([{ keyword: "minimum" }]);
  });

  test("may hold a recursive schema", async () => {
    const file = edited(
      "Id: { type: integer, minimum: 1 }",
      'Id: { type: integer }\n    Tree: { type: object, properties: { child: { $ref: "#/components/schemas/Tree" } } }',
    );
    const tree = (await loadContract(file)).schemas.get("Tree");
    expect(tree?.validate({ child: { child: 1 } })).toMatchObject([
      { pointer: "/child/child", keyword: "type" },
    ]);
  });
});
