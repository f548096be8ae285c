import { contractFile, loadContract } from "@workflow-api/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createMock, type MockAnswer, type MockRequest } from "../src/index.ts";
import { requests } from "./support/arbitrary-requests.ts";
import { loadContracts } from "./support/contracts.ts";
import { countOf } from "./support/count.ts";
import type { Sent } from "./support/http.ts";

/** How many requests are compared. One in twenty is to get an answer that is remembered. */
const count = countOf(2000, 100_000);

/** A request as the HTTP front hands it over, without preferences: those are answered afresh. */
function received({ method, target, headers: { Prefer: _, ...headers }, body }: Sent): MockRequest {
  const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { method, target, headers: Object.fromEntries(lowered), body };
}

/** The same request with other credentials of the same form, and with headers that mean nothing to the contract. */
function resembling(request: MockRequest, salt: string): MockRequest {
  const { authorization, ...headers } = request.headers;
  const salted = Object.entries(headers).map(([name, value]) => [name, value === "sample" ? salt : value]);
  return {
    ...request,
    headers: {
      ...Object.fromEntries(salted),
      ...(authorization !== undefined && {
        authorization: authorization.replace(/^(Bearer) .+/, `$1 ${salt}`),
      }),
      "user-agent": salt,
      origin: "http://localhost:3000",
    },
  };
}

/** Requests that differ from one in one thing, on which the answer may depend. */
function neighbours(request: MockRequest): MockRequest[] {
  const { headers } = request;
  const changed = Object.keys({ accept: "", ...headers }).flatMap((name) => [
    { ...headers, [name]: undefined },
    { ...headers, [name]: name === "accept" ? "text/html" : "garbled" },
  ]);
  return [
    ...changed.map((each) => ({ ...request, headers: each })),
    { ...request, method: request.method === "PUT" ? "PATCH" : "PUT" },
    { ...request, target: `${request.target}${request.target.includes("?") ? "&" : "?"}INCLUDE=x` },
    { ...request, body: '{"other":1}' },
    { ...request, headers: { ...headers, "content-encoding": "gzip" } },
    { ...request, headers: { ...headers, prefer: "code=401" } },
  ];
}

describe.each(await loadContracts())("Of $title", ({ contract }) => {
  test("a remembered answer equals a fresh one", async () => {
    const remembering = await createMock(contract);
    const afresh = await createMock(contract, { remember: false });
    const given = new Set<Promise<MockAnswer>>();
    let compared = 0;
    let remembered = 0;
    for (const generated of fc.sample(requests(contract), { numRuns: count / 10, seed: 7 })) {
      if (compared >= count) break;
      const request = received(generated);
      for (const each of [
        request,
        resembling(request, "a"),
        ...neighbours(request),
        resembling(request, "b"),
      ]) {
        const answer = remembering.answer(each);
        if (given.has(answer)) remembered++;
        given.add(answer);
        compared++;
        expect(await answer, JSON.stringify(each)).toEqual(await afresh.answer(each));
      }
    }
    expect([compared, remembered], `${remembered} of ${compared} were remembered`).toSatisfy(
      ([all = 0, hits = 0]: number[]) => all >= count && hits >= count / 20,
    );
  });
});

test("Memory is bounded: answers are forgotten when there are too many", async () => {
  const mock = await createMock(await loadContract(contractFile()));
  const ask = (target: string): Promise<MockAnswer> => mock.answer({ method: "GET", target, headers: {} });
  const first = ask("/first");
  await first;
  expect(ask("/first")).toBe(first);
  const long = "x".repeat(16_000);
  for (let other = 0; other < 600; other++) await ask(`/${long}${other}`);
  expect(ask("/first")).not.toBe(first);
});

test("What is dynamic is never remembered", async () => {
  const mock = await createMock(await loadContract(contractFile()));
  const request = { method: "GET", target: "/data_dictionary/variables_cages/x?__dynamic=true", headers: {} };
  expect(mock.answer(request)).not.toBe(mock.answer(request));
});
