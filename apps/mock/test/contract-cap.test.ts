import { deriveCases } from "@workflow-api/conformance";
import { contractFile, loadContract } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { writeExtendedContract } from "./support/contracts.ts";

/** What the description of the service shows. Whatever else the contract comes to hold may be of any shape. */
const described = ["getVariablesCage", "resetSmartContractInstance"];

test("No case of the operations that are described runs into a limit of Prism.", async () => {
  const cases = deriveCases(await loadContract(contractFile())).filter(
    ({ operation }) => operation !== undefined && described.includes(operation.operationId),
  );
  expect(cases).not.toEqual([]);
  expect(cases.filter(({ limit }) => limit !== undefined)).toEqual([]);
});

test("Of the operations of other shapes one case in twenty at most does.", async () => {
  const known = new Set(
    (await loadContract(contractFile())).operations.map(({ operationId }) => operationId),
  );
  const cases = deriveCases(await loadContract(writeExtendedContract())).filter(
    ({ operation }) => operation !== undefined && !known.has(operation.operationId),
  );
  expect(cases.filter(({ limit }) => limit !== undefined).length).toBeLessThan(cases.length / 20);
});
