import { loadContract } from "@workflow-api/contract";
import { parseTarget } from "@workflow-api/contract/http";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMock, type RunningMock, startMock } from "../src/index.ts";
import { cage, contractFile, domain, keys, reset } from "./support/requests.ts";

// Whatever comes, there is a response, and the mock goes on.

let mock: RunningMock;

beforeAll(async () => {
  mock = await startMock({ contract: contractFile });
});
afterAll(() => mock.close());

const odd = fc.constantFrom(
  ..."\0 % %00 %ff %C0%AF __proto__ constructor \ud800 é , ; = & .. // {} [] * include".split(" "),
  ...["", domain, "Bearer 0", "application/json", "1e999", '{"a":', "x".repeat(5000)],
);
const text = fc
  .array(fc.oneof(odd, fc.string({ maxLength: 8, unit: "binary" })), { maxLength: 4 })
  .map((parts) => parts.join(""));
const target = fc
  .tuple(fc.constantFrom("", "/", cage, reset, "/v1/cages/"), text, text)
  .map(([path, more, query]) => `${path}${more}?${query}`);
const headerNames = [
  ..."accept authorization content-type content-encoding origin prefer".split(" "),
  ...Object.keys(keys),
];

test("any request gets a response that is no failure of the mock", async () => {
  const own = createMock(loadContract(contractFile));
  const request = fc.record({
    method: fc.constantFrom("GET", "POST", "DELETE", "get", "", "__proto__"),
    target,
    headers: fc.dictionary(fc.oneof(fc.constantFrom(...headerNames), text), text, {
      maxKeys: 6,
    }),
    body: text,
  });
  await fc.assert(
    fc.asyncProperty(request, async (one) => {
      const response = await own.respond({ ...one, ...parseTarget(one.target) });
      expect(response.status).toBeGreaterThanOrEqual(200);
      expect(response.status).toBeLessThan(500);
      for (const value of Object.values(response.headers))
        expect(value).toMatch(/^[\x20-\x7e\t]*$/);
      if (response.body !== "") JSON.parse(response.body);
    }),
    { numRuns: 10_000 },
  );
});
