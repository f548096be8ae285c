import { expect, test } from "vitest";
import { type Contract, type JsonObject, loadContract, readContract } from "../src/index.ts";
import { problemsIn, problemsOf } from "./problems-of.ts";
import { writeContract } from "./write-contract.ts";

const answers = { responses: { "204": { description: "Done." } } };
const query = (name: string): JsonObject => ({ name, in: "query", schema: { type: "string" } });
const shared = { get: { operationId: "read", parameters: [query("one")], ...answers } };
const own = { parameters: [query("two")], post: { operationId: "write", ...answers } };

function documentOf(item: JsonObject, pathItems: JsonObject = { Shared: shared }): JsonObject {
  return {
    openapi: "3.1.1",
    info: { title: "Paths", version: "1.0.0" },
    paths: { "/a": item },
    components: { pathItems },
  };
}

const here = { $ref: "#/components/pathItems/Shared" };

function told({ operations }: Contract): readonly string[] {
  return operations.map(
    ({ method, operationId, parameters }) =>
      `${method} ${operationId} ${parameters.map(({ name }) => name).join()}`,
  );
}

const whole = ["GET read two,one", "POST write two"];

test("What stands beside the reference of a path item is one with what it refers to", async () => {
  const file = writeContract({ "openapi.yaml": documentOf({ ...here, ...own }) });
  const contract = await loadContract(file);
  expect(told(contract)).toEqual(whole);
  const lines = contract.operations.map(({ pointer }) => contract.locate(pointer).pointer);
  expect(lines).toEqual(["/components/pathItems/Shared/get", "/paths/~1a/post"]);
});

test.each([
  ["a reference to a reference", { Shared: { $ref: "#/components/pathItems/Other" }, Other: shared }],
  [
    "references with fields at each step",
    { Shared: { $ref: "#/components/pathItems/Other", get: shared.get }, Other: { summary: "Other." } },
  ],
])("The same holds of %s", async (_what, pathItems) => {
  const file = writeContract({ "openapi.yaml": documentOf({ ...here, ...own }, pathItems) });
  expect(told(await loadContract(file))).toEqual(whole);
});

test("The same holds of a path item in another file", async () => {
  const item = { $ref: "shared.yaml", ...own };
  const file = writeContract({ "openapi.yaml": documentOf(item), "shared.yaml": shared });
  expect(told(await loadContract(file))).toEqual(whole);
});

test.each([
  ["here", here],
  ["in another file", { $ref: "shared.yaml" }],
])(
  "A field on both sides of a reference to a path item %s is refused where it stands",
  async (_, reference) => {
    const item = { ...reference, get: own.post };
    const file = writeContract({ "openapi.yaml": documentOf(item), "shared.yaml": shared });
    const [problem, ...others] = await problemsIn(file);
    expect(others).toEqual([]);
    expect(problem?.message).toBe(
      `get stands here and in ${reference.$ref}, and OpenAPI does not say which one counts: leave one of them out.`,
    );
    expect(problem?.location).toMatchObject({ file, pointer: "/paths/~1a/get" });
    expect(problem?.location.line).toBeGreaterThan(1);
  },
);

test("A path item that refers to itself from beside its own fields is refused", async () => {
  const item = { $ref: "#/paths/~1a", ...own };
  const file = writeContract({ "openapi.yaml": documentOf(item) });
  const [problem] = await problemsIn(file);
  expect(problem?.message).toBe("#/paths/~1a would have to hold itself.");
});

test("A document without a file has nothing beside the reference of a path item", async () => {
  expect(told(readContract(documentOf(here)))).toEqual(["GET read one"]);
  const [problem] = await problemsOf(() => readContract(documentOf({ ...here, ...own })));
  expect(problem?.message).toMatch(/^This path item has fields of its own beside its \$ref/);
  expect(problem?.location.pointer).toBe("/paths/~1a");
});
