import { expect, test } from "vitest";
import { findOperation, loadContract, parameterKey, requestFor } from "../src/index.ts";
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

test("a path of other scripts travels percent-encoded, and is found either way", async () => {
  const other = small.replace("/things/{id}:", "/größe %25/{id}:");
  const contract = await loadContract(writeContract({ "openapi.yaml": other }));
  const [operation] = contract.operations;
  const [id] = operation?.parameters ?? [];
  if (operation === undefined || id === undefined) throw new Error("The small contract has an operation.");
  const { target } = requestFor(operation, new Map([[parameterKey(id), "ä"]]));
  expect(target).toBe("/gr%C3%B6%C3%9Fe%20%25/%C3%A4");
  for (const path of [target, "/größe %25/ä"])
    expect(findOperation(contract, "GET", path)?.pathValues.get("id")).toBe("%C3%A4");
  expect(requestFor({ ...operation, path: "/ö/{größe}" }, new Map()).target).toBe("/%C3%B6/{größe}");
});
