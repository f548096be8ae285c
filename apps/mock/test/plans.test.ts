import { deriveCases } from "@workflow-api/conformance";
import {
  type Contract,
  type HttpRequest,
  loadContract,
  readContract,
} from "@workflow-api/contract";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import { expect, test } from "vitest";
import { createMock } from "../src/index.ts";
import { contractFile } from "./support/requests.ts";

// A plan changes nothing but the time that a response takes.

/** Requests of every kind, each with path parameters of many kinds. */
function requestsOf(contract: Contract): HttpRequest[] {
  const ids = ["a-1", "a-2", "17", "undefined", "cage-dat", "9".repeat(17), "%20", "{id}", "a,b"];
  const cases = deriveCases(contract).map(({ request }) => request);
  const others = contract.operations.flatMap(({ method, path, scenarios }) =>
    ids.map((id, at) => {
      const [sample] = cases.filter((each) => each.method === method);
      const values = scenarios[at % scenarios.length]?.values;
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
        at % 3 === 0 ? id : encodeURIComponent(String(values?.get(`path ${name}`) ?? id)),
      );
      return { method, path: filled, query: "", headers: { ...sample?.headers }, body: "" };
    }),
  );
  return [...cases, ...others];
}

test.each([
  ["the packaged contract", loadContract()],
  ["another one", loadContract(contractFile)],
  ["one with the whole profile", readContract(furtherContract())],
])("the responses of %s are the same with and without plans", async (_, contract) => {
  const planned = createMock(contract);
  // While any sequence waits, there are no plans.
  const unplanned = createMock(contract);
  const controls = { ...unplanned.controls, hasSequence: () => true, next: () => undefined };
  const plain = createMock(contract, { controls });
  const requests = requestsOf(contract);
  // A plan is made by the second request of a shape, and used from the third on.
  for (const request of [...requests, ...requests, ...requests]) {
    const expected = await plain.respond(request);
    const response = await planned.respond(request);
    // A deep comparison is slow.
    if (JSON.stringify(response) !== JSON.stringify(expected)) expect(response).toEqual(expected);
  }
  const entries = [planned, plain].map(({ journal }) =>
    journal.entries().map(({ at: _at, duration: _duration, ...entry }) => ({ ...entry })),
  );
  expect(entries[0]).toEqual(entries[1]);
});
