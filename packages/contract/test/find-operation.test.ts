import { expect, test } from "vitest";
import { findOperation, loadContract } from "../src/index.ts";
import { small, writeContract } from "./write-contract.ts";

test("a path without templates is preferred to one with", async () => {
  const mine = small.replace(
    "components:\n",
    '  /things/mine:\n    get: { operationId: getMine, security: [], responses: { "204": { description: None. } } }\ncomponents:\n',
  );
  const contract = await loadContract(writeContract({ "openapi.yaml": mine }));
  expect(findOperation(contract, "get", "/things/mine")?.operation.operationId).toBe("getMine");
  expect(findOperation(contract, "GET", "/things/yours")?.operation.operationId).toBe("getThing");
  expect(findOperation(contract, "GET", "/things/a/b")).toBeUndefined();
  expect(findOperation(contract, "POST", "/things/mine")).toBeUndefined();
});
