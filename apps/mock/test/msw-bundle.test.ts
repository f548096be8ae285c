import { fileURLToPath } from "node:url";
import type { Case, CaseRequest } from "@workflow-api/conformance";
import { type Contract, contractFile } from "@workflow-api/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createMock, type Mock, type MockAnswer } from "../src/index.ts";
import type * as msw from "../src/msw.ts";
import { requests } from "./support/arbitrary-requests.ts";
import { casesOf, extendedContractFile, sharedContract } from "./support/contracts.ts";
import type { Sent } from "./support/http.ts";
import { invented } from "./support/invented-contracts.ts";

// As it is built for pages, with what stands there for the modules of Node. It runs in Node as well, which is quicker
// than a page, and knows no request that it cannot send.
const { createMswMock }: typeof msw = await import(new URL("../dist/browser/msw.js", import.meta.url).href);

const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}.yaml`, import.meta.url));

const contracts = [
  { name: "the contract", file: contractFile() },
  { name: "the extended contract", file: extendedContractFile() },
  { name: "a contract of other shapes", file: fixture("other-shapes") },
  { name: "a contract of rare shapes", file: fixture("rare-shapes") },
  ...invented(),
];

describe.each(contracts)("What is built for pages, with $name,", ({ file }) => {
  test("answers derived and generated requests as the mock in Node does", async () => {
    const contract = await sharedContract(file);
    const inNode = await createMock(contract);
    const { mock } = await createMswMock({ baseUrl: "http://service.invalid", document: contract.document });
    const sent = [
      ...someOfEachKind(casesOf(contract)).map(({ request }) => request),
      ...generated(contract).filter(
        (request) => isSeeded(contract) || !/dynamic/.test(request.headers["Prefer"] ?? ""),
      ),
    ];
    for (const request of sent)
      expect(await answer(mock, request), JSON.stringify(request)).toEqual(await answer(inNode, request));
    expect(sent.length).toBeGreaterThan(60);
  });
});

/** Of cases that take the same way through a mock so many are sent. */
const mostOfKind = 3;

/** Where a page goes astray is a way through the mock, and hardly a value. */
function someOfEachKind(cases: readonly Case[]): Case[] {
  const counts = new Map<string, number>();
  return cases.filter(({ expected, group, operation }) => {
    const kind = [operation?.operationId, group, expected.statuses].join(" ");
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= mostOfKind;
  });
}

/** Requests near those of scenarios, if there are any. */
function generated(contract: Contract): Sent[] {
  const isShown = contract.operations.some(({ scenarios }) => scenarios.length > 0);
  return isShown ? fc.sample(requests(contract), { numRuns: 100, seed: 5 }) : [];
}

/** Whether a seed decides what is dynamic: json-schema-faker draws multiples of fractions whatever it is. */
function isSeeded({ document }: Contract): boolean {
  return !/"multipleOf":\d*\.\d/.test(JSON.stringify(document));
}

function answer(
  mock: Mock,
  { method, target, headers, body }: Omit<CaseRequest, "body"> & { body?: string | undefined },
): Promise<MockAnswer> {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return mock.answer({ method, target, headers: Object.fromEntries(lower), body });
}
