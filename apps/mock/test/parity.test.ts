import { checkResponse } from "@workflow-api/conformance";
import { type Contract, findOperation, isObject, type Operation } from "@workflow-api/contract";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningMock, startMock } from "../src/index.ts";
import { requests } from "./support/arbitrary-requests.ts";
import { authenticated } from "./support/contract-requests.ts";
import { loadContracts } from "./support/contracts.ts";
import { countOf } from "./support/count.ts";
import { type Received, type Sent, send } from "./support/http.ts";
import { type StockPrism, startStockPrism } from "./support/stock-prism.ts";

describe.each(await loadContracts())("Of $title", ({ contract }) => {
  let mock: RunningMock;
  let stock: StockPrism;

  beforeAll(async () => {
    [mock, stock] = await Promise.all([
      startMock({ contractFile: contract.file }),
      startStockPrism(contract.file),
    ]);
  });

  afterAll(async () => {
    await Promise.all([mock.close(), stock.close()]);
  });

  /** How many requests Prism may die of: some of what a contract may hold it cannot serve at all. */
  let lives = 5;

  /** What Prism answers; `undefined` if it dies of the request, as it may of a shape that it does not know. */
  async function sendToStock(request: Sent): Promise<Received | undefined> {
    if (isDeadly(contract, request)) return undefined;
    try {
      return await send(stock.url, request);
    } catch {
      if (lives-- > 0) {
        await stock.close();
        stock = await startStockPrism(contract.file);
      }
      return undefined;
    }
  }

  test("Where no scenario and no include applies, answers equal those of the CLI of Prism", async () => {
    let equal = 0;
    await fc.assert(
      fc.asyncProperty(requests(contract), async (request) => {
        const [own, theirs] = await Promise.all([send(mock.url, request), sendToStock(request)]);
        if (own.headers["mock-scenario"] !== undefined) return;
        if (theirs === undefined) {
          expect(own.status < 500 || /code=5/.test(request.headers["Prefer"] ?? "")).toBe(true);
          return;
        }
        if (isUnmet(request, theirs)) {
          // One of the deliberate differences: what cannot be met is said, and nothing else is answered for it.
          expect(own.status, JSON.stringify(request)).toSatisfy(
            (status: number) => status >= 400 && status < 500,
          );
          return;
        }
        if (isBetterKnown(contract, request, { own, theirs })) return;
        equal++;
        expect(essence(withoutDifferences(own, request)), JSON.stringify(request)).toEqual(
          essence(withoutDifferences(theirs, request)),
        );
      }),
      { numRuns: countOf(1000, 10_000), seed: 20_261_121 },
    );
    expect(equal).toBeGreaterThan(25);
  });

  test("Every scenario equals what the CLI of Prism answers when it is preferred, includes aside", async () => {
    for (const operation of contract.operations) {
      for (const scenario of operation.scenarios) {
        const request = authenticated(operation, scenario);
        const own = await send(mock.url, request);
        if (own.headers["mock-scenario"] !== `${scenario.name}; matched`) continue;
        const prefer = `code=${scenario.status}, example=${scenario.name}`;
        const theirs = await sendToStock({ ...request, headers: { ...request.headers, prefer } });
        // A deliberate difference: what Prism cannot read of the wire, the mock reads for it.
        if (theirs === undefined || isRefused(theirs)) continue;
        expect(essence(own), scenario.name).toEqual(essence(theirs));
      }
    }
  });
});

/** Whether Prism answered something else than the status that was preferred, or that it could not. */
function isUnmet({ headers }: Sent, { status, body }: Received): boolean {
  const [, code] = /code=(\d+)/.exec(headers["Prefer"] ?? "") ?? [];
  return (
    (status === 500 && body.includes("errors#UNKNOWN")) ||
    (code !== undefined && status < 300 && status !== Number(code))
  );
}

/** Whether an answer says that the body is of a media type that is not taken, be it beside other refusals. */
function isOfWrongType({ status, headers }: Received): boolean {
  return status === 415 || (headers["sl-violations"] ?? "").includes('"code":415');
}

/** Whether the operation that a request addresses takes a body of its very media type. */
function isDeclaredType(contract: Contract, request: Sent): boolean {
  const content = operationOf(contract, request)?.requestBody?.content ?? [];
  return content.some(({ mediaType }) => mediaType === request.headers["Content-Type"]);
}

/** Whether Prism ends with a request: it takes a list or an object in a header apart that is not sent. */
function isDeadly(contract: Contract, request: Sent): boolean {
  const sent = new Set(Object.keys(request.headers).map((name) => name.toLowerCase()));
  return (operationOf(contract, request)?.parameters ?? []).some(
    ({ in: place, name, shape }) =>
      place === "header" && shape !== "primitive" && !sent.has(name.toLowerCase()),
  );
}

function operationOf(contract: Contract, { method, target }: Sent): Operation | undefined {
  const [path = ""] = target.split("?", 1);
  return findOperation(contract, method, path)?.operation;
}

/**
 * Whether the answers differ on purpose: Prism compares what follows the last plus of a media type and nothing before it,
 * and takes an optional object that is not in the query for an empty one, which may lack a member. What it makes up from a
 * seed depends on what it has made up before, and lacks what is required where that leads back to itself.
 */
function isBetterKnown(
  contract: Contract,
  request: Sent,
  { own, theirs }: Readonly<Record<"own" | "theirs", Received>>,
): boolean {
  if (isOfWrongType(own) && !isOfWrongType(theirs) && !isDeclaredType(contract, request)) return true;
  if (absentObjects(contract, request).some((name) => names(theirs, name) && !names(own, name))) return true;
  const operation = operationOf(contract, request);
  const isMadeUp = request.headers["Prefer"]?.includes("dynamic") ?? false;
  if (operation === undefined || !isMadeUp || own.status >= 300 || own.status !== theirs.status) return false;
  const headers = Object.fromEntries(Object.entries(own.headers).map(([name, value = ""]) => [name, value]));
  return own.body !== theirs.body && checkResponse(operation, { ...own, headers }).length === 0;
}

/** The optional objects of the query that a request does not send. */
function absentObjects(contract: Contract, request: Sent): string[] {
  const [, query = ""] = request.target.split("?", 2);
  const sent = [...new URLSearchParams(query).keys()];
  return (operationOf(contract, request)?.parameters ?? [])
    .filter(({ in: place, required, shape }) => place === "query" && shape === "object" && !required)
    .filter(({ name, schema }) => {
      const members = Object.keys(
        isObject(schema) && isObject(schema["properties"]) ? schema["properties"] : {},
      );
      return !sent.some((key) => key === name || key.startsWith(`${name}[`) || members.includes(key));
    })
    .map(({ name }) => name);
}

/** Whether an answer says that something is wrong with a parameter of the query. */
function names({ body, headers }: Received, name: string): boolean {
  return `${headers["sl-violations"]} ${body}`.includes(`"query",${JSON.stringify(name.toLowerCase())}`);
}

/** Whether Prism took the request for one that breaks the contract. */
function isRefused({ body, headers }: Received): boolean {
  return (
    body.includes("errors#UNPROCESSABLE_ENTITY") ||
    (headers["sl-violations"] ?? "").includes('"location":["request"')
  );
}

/** The headers that carry meaning: not those of the connection and of CORS, in which the mock means to differ. */
const compared = ["content-type", "content-length", "sl-violations", "www-authenticate", "deprecation"];

function essence({ status, headers, body }: Received): object {
  return { status, headers: compared.map((name) => [name, headers[name]]), body };
}

/**
 * An answer without what the mock means to differ in: the last member of the problem of a request that is refused, a
 * challenge that comes twice, and what a page that is made up links to. The length of one to a HEAD holds it, and nothing
 * shows how much it is.
 */
function withoutDifferences(answer: Received, { method }: Sent): Received {
  const { body, headers, status } = answer;
  const isPage = /^application\/vnd\.api\+json\b/.test(headers["content-type"] ?? "");
  if (method === "HEAD" && ([401, 422].includes(status) || isPage))
    return { ...answer, headers: { ...headers, "content-length": undefined } };
  const plain = isPage ? withoutPageLinks(body) : withoutErrors(answer);
  const challenge = headers["www-authenticate"];
  if (plain === body && challenge === undefined) return answer;
  return {
    ...answer,
    body: plain,
    headers: {
      ...headers,
      "content-length": String(Buffer.byteLength(plain)),
      "www-authenticate": challenge && onceEach(challenge),
    },
  };
}

function withoutErrors({ body, status }: Received): string {
  if (status === 422) return body.replace(/,"errors":\[.*\]\}$/s, "}");
  if (status !== 401) return body;
  return body
    .replace(/,"errors":\[.*\]\}$/s, "}")
    .replace(/(?<="WWW-Authenticate":")([^"\\]|\\.)*/, (challenge) => onceEach(challenge));
}

function onceEach(challenges: string): string {
  return [...new Set(challenges.split(","))].join(",");
}

function withoutPageLinks(body: string): string {
  const page: unknown = JSON.parse(body);
  if (!isObject(page) || !Array.isArray(page["data"]) || !isObject(page["links"])) return body;
  const links = Object.entries(page["links"]).filter(
    ([name]) => !["first", "last", "prev", "next"].includes(name),
  );
  return JSON.stringify({ ...page, links: Object.fromEntries(links) });
}
