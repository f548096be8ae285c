import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type HttpRequest, type Operation, readContract, requestFor } from "@workflow-api/contract";
import { valueAt } from "@workflow-api/contract/json";
import { type RunningMock, startMock } from "@workflow-api/mock";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningPrism, startPrism } from "./stock-prism.ts";
import { isServedByPrism, type RawResponse, sendRaw } from "./support.ts";

// What the mock does otherwise than stock Prism: its README lists the sentences of this table. It
// is shown by a fixture, which has all that the differences need.

const document = furtherContract();
const contract = readContract(document);
const file = join(mkdtempSync(join(tmpdir(), "differences-")), "openapi.json");
writeFileSync(file, JSON.stringify(document));

let prism: RunningPrism;
let mock: RunningMock;
beforeAll(async () => {
  [prism, mock] = await Promise.all([startPrism(file), startMock({ contract })]);
});
afterAll(() => Promise.all([prism.stop(), mock.close()]));

const operations = contract.operations.filter(isServedByPrism);
const reads = operations.filter(({ method }) => method === "GET");

const served = operations.flatMap((operation) =>
  operation.scenarios.map((scenario) => ({ operation, scenario })),
);
/** Operations that nobody may call without credentials. */
const secured = operations.filter(
  ({ security }) => security.length > 0 && security.every((requirement) => requirement.length > 0),
);

/** The queries of lists that are not exploded, with one of their items. */
const lists = reads.flatMap((operation) =>
  operation.parameters.flatMap(({ explode, in: location, isList, name, shape }) => {
    const isJoined = location === "query" && isList && !explode;
    return isJoined ? [{ operation, name, item: String(shape.items.values?.[0] ?? "any") }] : [];
  }),
);

/** The request of the default scenario, or of another one, with credentials. */
function requestOf(operation: Operation, scenario = operation.defaultScenario): HttpRequest {
  if (scenario === undefined) throw new Error(`${operation.operationId} has no 2xx scenario`);
  const request = requestFor(operation, scenario.values, scenario.body);
  return { ...request, headers: { ...request.headers, ...credentialsOf(operation, "any") } };
}

/** The headers of the first security requirement of an operation. */
function credentialsOf({ security }: Operation, secret: string): Record<string, string> {
  const schemes = (security[0] ?? []).map(({ parameter, type }) => {
    const basic = `Basic ${Buffer.from(`ada:${secret}`).toString("base64")}`;
    const values = { apiKey: secret, bearer: `Bearer ${secret}`, basic };
    return [parameter.toLowerCase(), values[type]] as const;
  });
  return Object.fromEntries(schemes);
}

async function sendToBoth(request: HttpRequest): Promise<Record<"mock" | "prism", RawResponse>> {
  const [fromMock, fromPrism] = await Promise.all([
    sendRaw(mock.url, request),
    sendRaw(prism.url, request),
  ]);
  return { mock: fromMock, prism: fromPrism };
}

/** Checks something of each of several, of which there is at least one. */
async function each<Item>(
  items: readonly Item[],
  check: (item: Item) => Promise<void>,
): Promise<void> {
  expect(items).not.toEqual([]);
  for (const item of items) await check(item);
}

const differences: Readonly<Record<string, () => Promise<void>>> = {
  ["The values of a request choose its scenario. " +
    "Prism sends the first example of the lowest 2xx, unless `Prefer` names one."]: () =>
    each(served, async ({ operation, scenario }) => {
      const responses = await sendToBoth(requestOf(operation, scenario));
      expect(responses.mock.status).toBe(scenario.status);
      expect(responses.prism.status).toBe(operation.defaultScenario?.status);
    }),

  "An optional part is sent only if `include` names it. Prism sends the complete example.": () =>
    each(
      reads.filter(({ includes }) => includes.length > 0),
      async (operation) => {
        const responses = await sendToBoth({ ...requestOf(operation), query: "" });
        for (const { adds } of operation.includes)
          expect(valueAt(responses.mock.body as never, adds), adds).toBeUndefined();
        const found = operation.includes.filter(
          ({ adds }) => valueAt(responses.prism.body as never, adds) !== undefined,
        );
        expect(found).not.toEqual([]);
      },
    ),

  "A response has the id that was asked for. Prism sends the id of the example.": () =>
    each(
      operations.flatMap((operation) =>
        operation.parameters.flatMap(({ identifies, name, shape }) =>
          identifies === undefined || shape.violations("another").length > 0
            ? []
            : [{ operation, identifies, name }],
        ),
      ),
      async ({ operation, identifies, name }) => {
        const request = requestOf(operation);
        const path = operation.path.replace(`{${name}}`, "another");
        const responses = await sendToBoth({ ...request, path });
        expect(valueAt(responses.mock.body as never, identifies)).toBe("another");
        expect(valueAt(responses.prism.body as never, identifies)).not.toBe("another");
      },
    ),

  "The secret or token `000` gets a 401. Prism accepts any.": () =>
    each(secured, async (operation) => {
      const request = requestOf(operation);
      const headers = { ...request.headers, ...credentialsOf(operation, "000") };
      const responses = await sendToBoth({ ...request, headers });
      expect(responses.mock.status, operation.operationId).toBe(401);
      expect(responses.prism.status).toBe(operation.defaultScenario?.status);
    }),

  "The scheme of `Authorization` is read in any case, such as `bearer`. Prism wants `Bearer`.":
    () =>
      each(
        operations.filter(({ security }) =>
          security.some((requirement) => requirement.map(({ type }) => type).join() === "bearer"),
        ),
        async (operation) => {
          const { headers, ...request } = requestOf(operation);
          const keys = Object.keys(credentialsOf(operation, ""));
          const others = Object.entries(headers).filter(([name]) => !keys.includes(name));
          const lower = { ...Object.fromEntries(others), authorization: "bearer any" };
          const responses = await sendToBoth({ ...request, headers: lower });
          expect(responses.mock.status).toBe(operation.defaultScenario?.status);
          expect(responses.prism.status).toBe(401);
        },
      ),

  "Names in a query are case-sensitive. Prism reads them in any case.": () =>
    each(lists, async ({ operation, name }) => {
      const otherCase = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
      const query = `${otherCase}=no-such-value`;
      const responses = await sendToBoth({ ...requestOf(operation), query });
      expect(responses.mock.status).toBe(200);
      expect(responses.mock.headers.get("mock-note")).toContain(name);
      expect(responses.prism.status).toBe(422);
    }),

  "A list that is not exploded gets a 422 if its name is repeated. Prism joins the values.": () =>
    each(lists, async ({ operation, name, item }) => {
      const query = `${name}=${item}&${name}=${item}`;
      const responses = await sendToBoth({ ...requestOf(operation), query });
      expect(responses.mock.status).toBe(422);
      expect(responses.prism.status).not.toBe(500);
    }),

  "HEAD and OPTIONS are answered. Prism sends a 405 to HEAD, and to OPTIONS without an origin.":
    () =>
      each(reads, async (operation) => {
        for (const method of ["HEAD", "OPTIONS"]) {
          const responses = await sendToBoth({ ...requestOf(operation), method });
          expect(responses.mock.status, method).toBeLessThan(300);
          expect(responses.prism.status, method).toBe(405);
        }
      }),

  ["The `errors` of problem details name each wrong part of a request. " +
    "Prism calls them `validation`."]: () =>
    each(reads, async (operation) => {
      const request = requestOf(operation);
      const [required] = operation.parameters.filter(
        (parameter) => parameter.in === "header" && parameter.required,
      );
      if (required === undefined) return;
      const headers = { ...request.headers };
      delete headers[required.name.toLowerCase()];
      const responses = await sendToBoth({ ...request, headers });
      const wrong = { in: "header", name: required.name.toLowerCase() };
      expect(responses.mock).toMatchObject({ status: 422, body: { errors: [wrong] } });
      expect(responses.prism).toMatchObject({ status: 422, body: { validation: [{}] } });
    }),
};

describe("the mock and stock Prism differ as the README says", () => {
  test.each(Object.entries(differences))("%s", (_, hold) => hold());
});

test("the README of the mock lists these differences, and no others", () => {
  const file = fileURLToPath(new URL("../../../apps/mock/README.md", import.meta.url));
  const [, section = ""] = readFileSync(file, "utf8").split("## How it differs from Prism\n");
  const [list = ""] = section.split(/^## /m);
  const items = list.split(/^- /m).slice(1);
  expect(items.map((item) => item.trim().replaceAll(/\s+/g, " "))).toEqual(
    Object.keys(differences),
  );
});
