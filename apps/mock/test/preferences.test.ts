import { fileURLToPath } from "node:url";
import { contractFile, loadContract, type Operation } from "@workflow-api/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createMock, type MockAnswer } from "../src/index.ts";
import { authenticated } from "./support/contract-requests.ts";
import { writeExtendedContract } from "./support/contracts.ts";

const contract = await loadContract(contractFile());
const mock = await createMock(contract);

/** The answer to the default request of an operation with some preference. */
function preferring(operationId: string, prefer: string): Promise<MockAnswer> {
  const operation = contract.operations.find((candidate) => candidate.operationId === operationId);
  if (operation?.defaultScenario === undefined) throw new Error(`${operationId} has no default scenario`);
  const { method, target, headers } = authenticated(operation, operation.defaultScenario);
  const lowered = Object.entries({ ...headers, prefer }).map(([name, value]) => [name.toLowerCase(), value]);
  return mock.answer({ method, target, headers: Object.fromEntries(lowered) });
}

test("A status that is preferred is answered, whatever the request matches", async () => {
  const answer = await preferring("resetSmartContractInstance", "code=404");
  expect(answer.status).toBe(404);
  expect(answer.scenario).toBeUndefined();
});

test("An example that is preferred is answered", async () => {
  const answer = await preferring("resetSmartContractInstance", "example=request_incorrect");
  expect(JSON.parse(answer.body ?? "")).toEqual({ acknowledge: false });
});

test.each([
  ["code=299", 404],
  ["example=no_such", 404],
  ["code=404, example=acknowledged", 404],
  ["code=200, example=unknown_instance", 404],
  ["code=abc", 422],
  ["code=000", 422],
  ["code=600", 422],
  ["code=", 422],
  ["dynamic=maybe", 422],
  ["code=404, example=", 422],
])("Prefer: %s cannot be met, and gets a problem with status %d", async (prefer, status) => {
  const answer = await preferring("resetSmartContractInstance", prefer);
  expect(answer.status).toBe(status);
  expect(answer.headers["content-type"]).toBe("application/problem+json");
});

test("A preference that the mock does not know changes nothing", async () => {
  expect(await preferring("getVariablesCage", "respond-async, wait=10")).toEqual(
    await preferring("getVariablesCage", ""),
  );
});

test("A seed gives the same body every time, and leaves the requests after it random", async () => {
  const seeded = await preferring("getVariablesCage", 'dynamic=true, seed="7"');
  const random = await preferring("getVariablesCage", "dynamic=true");
  const random2 = await preferring("getVariablesCage", "dynamic=true");
  const again = await preferring("getVariablesCage", 'dynamic=true, seed="7"');
  expect(again.body).toBe(seeded.body);
  expect(random.body).not.toBe(seeded.body);
  expect(random2.body).not.toBe(random.body);
  await preferring("getVariablesCage", 'dynamic=true, seed="7"');
  expect((await preferring("getVariablesCage", "dynamic=true")).body).not.toBe(random.body);
});

test("A seed decides fractions too, of requests that come at once", async () => {
  const all = await loadContract(fileURLToPath(new URL("fixtures/fractions.yaml", import.meta.url)));
  const fractions = await createMock(all);
  const random = Math.random;
  const asked = { method: "GET", target: "/weights", headers: {} };
  const ask = (prefer: string) => fractions.answer({ ...asked, headers: { prefer } });
  const seeds = [..."12345"].map((seed) => `dynamic=true, seed="${seed}"`);
  const first = await Promise.all(seeds.map(ask));
  const second = await Promise.all(seeds.toReversed().map(ask));
  expect(second.toReversed().map(({ body }) => body)).toEqual(first.map(({ body }) => body));
  expect(new Set(first.map(({ body }) => body)).size).toBeGreaterThan(1);
  expect(Math.random).toBe(random);
});

const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));

test.each([
  ["the extended contract", writeExtendedContract()],
  ["other shapes", fixture("other-shapes.yaml")],
  ["rare shapes", fixture("rare-shapes.yaml")],
])(
  "Of %s, what is preferred is answered or refused, and nothing else is answered for it",
  async (_, file) => {
    const all = await loadContract(file);
    const answering = await createMock(all);
    const preferring = fc
      .constantFrom(...all.operations.filter(({ scenarios }) => scenarios.length > 0))
      .chain(preferencesOf);
    await fc.assert(
      fc.asyncProperty(preferring, async ({ operation, accept, ...asked }) => {
        const { code, example, dynamic, seed } = asked;
        const prefer = Object.entries({ code, example, dynamic, seed }).flatMap(([name, value]) =>
          value === undefined ? [] : [`${name}=${value}`],
        );
        fc.pre(prefer.length > 0);
        const [scenario] = operation.scenarios;
        if (scenario === undefined) return;
        const { method, target, headers, body } = authenticated(operation, scenario);
        const sent = {
          ...headers,
          Prefer: prefer.join(", "),
          ...(accept !== undefined && { Accept: accept }),
        };
        const lowered = Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value]);
        const { status } = await answering.answer({
          method,
          target,
          headers: Object.fromEntries(lowered),
          body,
        });
        if (status >= 400 && status < 500) return;
        if (code !== undefined) expect(String(status)).toBe(code);
        else expect(status).toBeLessThan(300);
        const given =
          operation.responses.find((response) => response.status === String(status))?.content ?? [];
        if (example !== undefined && given.length > 0)
          expect(given.some(({ examples }) => examples.has(example))).toBe(true);
      }),
      { numRuns: 300, seed: 4 },
    );
  },
);

interface Preferring {
  readonly operation: Operation;
  readonly code: string | undefined;
  readonly example: string | undefined;
  readonly dynamic: string | undefined;
  readonly seed: string | undefined;
  readonly accept: string | undefined;
}

function preferencesOf(operation: Operation): fc.Arbitrary<Preferring> {
  const statuses = operation.responses.map(({ status }) => status).filter((status) => /^\d+$/.test(status));
  const examples = operation.responses.flatMap(({ content }) =>
    content.flatMap((each) => [...each.examples.keys()]),
  );
  return fc.record({
    operation: fc.constant(operation),
    code: fc.constantFrom(undefined, ...statuses, "299", "404", "500", "600", "000", "1", "abc"),
    example: fc.constantFrom(undefined, ...examples, "none", "%ff"),
    dynamic: fc.constantFrom(undefined, "true", "false", "maybe"),
    seed: fc.constantFrom(undefined, "7", '"x y"'),
    accept: fc.constantFrom(undefined, "*/*", "text/html"),
  });
}
