import type { Answer, CaseRequest, Exchange, Target } from "@workflow-api/conformance";
import { createSuite, wireForm } from "@workflow-api/conformance/score";
import { isObject, type JsonObject, type JsonValue, readContract } from "@workflow-api/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { serveContract } from "../score/serve.ts";
import { documents } from "./support/arbitrary-document.ts";
import { sameBodies } from "./support/same/bodies.ts";
import { sameDocuments } from "./support/same/document.ts";
import { sameParameters } from "./support/same/parameters.ts";
import { sameResponses } from "./support/same/responses.ts";

const same = [...sameDocuments, ...sameParameters, ...sameBodies, ...sameResponses];
const rules = same.map((each) => [each.rule, each] as const);

test.each(rules)("No request and no answer shows %s.", async (_rule, { rewrite }) => {
  const isRewritten = (document: JsonObject): boolean =>
    JSON.stringify(rewrite(document, 0)) !== JSON.stringify(document);
  const shownAlike = fc.asyncProperty(documents.filter(isRewritten), fc.nat(), async (document, seed) => {
    const other = rewrite(document, seed);
    expect(wireForm(other)).toBe(wireForm(document));
    await expectSame(document, other, seed);
  });
  await fc.assert(shownAlike, { seed: 5, numRuns: 4, endOnFailure: true });
});

/** So many of the requests and answers that are derived from each of two contracts are tried on both. */
const mostTried = 20;

async function expectSame(one: JsonObject, other: JsonObject, seed: number): Promise<void> {
  const sides = await Promise.all([sideOf(one, seed), sideOf(other, seed)]);
  for (const exchange of new Set(sides.flatMap(({ exchanges }) => exchanges))) {
    const [first, second] = await Promise.all(sides.map(({ show }) => show(exchange)));
    expect(second, exchange).toEqual(first);
  }
}

/** A contract that is served, and what is tried on it. */
interface Side {
  /** Exchanges as JSON. */
  readonly exchanges: readonly string[];
  readonly show: (exchange: string) => Promise<unknown>;
}

// Most rules meet the same documents.
const sides = new Map<string, Promise<Side>>();

function sideOf(document: JsonObject, seed: number): Promise<Side> {
  const key = JSON.stringify([seed, document]);
  const side = sides.get(key) ?? createSide(document, seed);
  sides.set(key, side);
  return side;
}

async function createSide(document: JsonObject, seed: number): Promise<Side> {
  const contract = readContract(document);
  const target = await serveContract(contract);
  const { answers, cases } = createSuite(contract, seed % 7);
  const requests = some(cases, seed).map(({ request }) => request);
  const odd = requests.slice(0, 2).flatMap((request) => [...emptied(request), ...overfilled(request)]);
  const exchanges: Exchange[] = [
    ...[...requests, ...odd].map((request) => ({ request })),
    ...some(answers, seed).map(({ answer, request }) => ({ answer, request })),
  ];
  const told = new Map<string, Promise<unknown>>();
  const show = (exchange: string): Promise<unknown> => {
    const answer = told.get(exchange) ?? shown(target, JSON.parse(exchange));
    told.set(exchange, answer);
    return answer;
  };
  return { exchanges: exchanges.map((exchange) => JSON.stringify(exchange)), show };
}

/** An even choice, another one for each seed. */
function some<T>(list: readonly T[], seed: number): T[] {
  const every = Math.max(1, Math.floor(list.length / mostTried));
  return list.filter((_, index) => index % every === seed % every);
}

/** The same request with each header, and each value of its query, empty. */
function emptied(request: CaseRequest): CaseRequest[] {
  const headers = Object.keys(request.headers).map((name) => ({
    ...request,
    headers: { ...request.headers, [name]: "" },
  }));
  const values = [...request.target.matchAll(/=[^&]+/g)].map(({ 0: value, index }) => ({
    ...request,
    target: `${request.target.slice(0, index)}=${request.target.slice(index + value.length)}`,
  }));
  return [...headers, ...values];
}

/** The same request with a member that is not to be sent. */
function overfilled(request: CaseRequest): CaseRequest[] {
  if (!request.body?.startsWith("{")) return [];
  const body = JSON.parse(request.body);
  return ["text", 5, ["text"]].map((made) => ({ ...request, body: JSON.stringify({ ...body, made }) }));
}

/** What a server shows, but for the words and the order in which it says what is wrong. */
async function shown(target: Target, exchange: Exchange): Promise<unknown> {
  const answer = await target.send(exchange).catch((error: unknown) => String(error));
  if (typeof answer === "string") return answer;
  const { allow = "", "sl-violations": violations = "[]", ...headers } = answer.headers;
  // Of what it answers to a HEAD, Prism says that there is no body.
  const found = exchange.request.method === "HEAD" ? [] : wrong(JSON.parse(violations), "location", "code");
  return { ...answer, headers, allow: allow.split(", ").sort(), found, body: bodyOf(answer) };
}

function bodyOf({ body, headers }: Answer): unknown {
  if (!/problem\+json/.test(headers["content-type"] ?? "")) return body;
  const { detail: _, errors = [], validation = [], ...problem } = JSON.parse(body);
  return {
    ...problem,
    errors: wrong(errors, "in", "name"),
    validation: wrong(validation, "location", "code"),
  };
}

/** Where something is wrong, and of which kind it is. */
function wrong(list: JsonValue, ...names: readonly string[]): string[] {
  const told = [list].flat().filter(isObject);
  return told.map((each) => JSON.stringify(names.map((name) => each[name])).toLowerCase()).sort();
}
