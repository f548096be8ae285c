import { deriveCases } from "@workflow-api/conformance";
import { contractFile, loadContract } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { writeExtendedContract } from "./support/contracts.ts";

test("No case of the contract runs into a limit of Prism.", async () => {
  expect(deriveCases(await loadContract(contractFile())).filter(({ limit }) => limit !== undefined)).toEqual(
    [],
  );
});

test("Of the operations of other shapes one case in twenty at most does.", async () => {
  const cases = deriveCases(await loadContract(writeExtendedContract()));
  expect(cases.filter(({ limit }) => limit !== undefined).length).toBeLessThan(cases.length / 20);
});
