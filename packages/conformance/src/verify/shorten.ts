import { type Contract, isObject, type JsonValue } from "@workflow-api/contract";
import type { Case, CaseRequest } from "../case.ts";
import { refusalsOf } from "../compat/accepts-request.ts";
import { targetParts } from "../target-parts.ts";

/** More requests than these are not spent on making one shorter. */
const mostTries = 40;

/**
 * Leaves out of a request what a failure does not need: headers, pairs of the query, cookies and members of the body.
 * The contract has to say the same of what is left, and the server has to fail in the same way.
 * @param fails Sends a request, and says whether it fails as the whole one does.
 */
export async function shorten(
  contract: Contract,
  one: Case,
  fails: (request: CaseRequest) => Promise<boolean>,
): Promise<CaseRequest> {
  const reasons = reasonsOf(contract, one.request);
  let request = one.request;
  let tries = 0;
  for (let shorter = true; shorter; ) {
    shorter = false;
    for (const candidate of candidatesOf(one, request)) {
      if (tries >= mostTries) return request;
      if (!isSame(reasons, reasonsOf(contract, candidate))) continue;
      tries++;
      if (!(await fails(candidate))) continue;
      request = candidate;
      shorter = true;
      break;
    }
  }
  return request;
}

function reasonsOf(contract: Contract, request: CaseRequest): ReadonlySet<string> {
  return new Set(refusalsOf(contract, request).map(({ part, reason }) => `${part}: ${reason}`));
}

/** Whether what is wrong is still wrong, and nothing else. */
function isSame(reasons: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return reasons.size === others.size && [...reasons].every((reason) => others.has(reason));
}

/** The requests that lack one thing. */
function* candidatesOf({ group }: Case, request: CaseRequest): Generator<CaseRequest> {
  for (const name of Object.keys(request.headers)) {
    const isAbout = group === "accept" && name.toLowerCase() === "accept";
    if (!isAbout) yield { ...request, headers: without(request.headers, name) };
  }
  yield* withoutCookies(request);
  yield* withoutPairs(request);
  yield* withoutMembers(request);
}

function without(headers: CaseRequest["headers"], name: string): CaseRequest["headers"] {
  return Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name));
}

function* withoutCookies(request: CaseRequest): Generator<CaseRequest> {
  const cookie = request.headers["Cookie"];
  const pairs = cookie?.split("; ") ?? [];
  if (pairs.length < 2) return;
  for (const [index] of pairs.entries())
    yield { ...request, headers: { ...request.headers, Cookie: pairs.toSpliced(index, 1).join("; ") } };
}

function* withoutPairs(request: CaseRequest): Generator<CaseRequest> {
  const { path, query } = targetParts(request.target);
  if (query === undefined) return;
  const pairs = query.split("&");
  for (const [index] of pairs.entries()) {
    const rest = pairs.toSpliced(index, 1).join("&");
    yield { ...request, target: rest === "" ? path : `${path}?${rest}` };
  }
}

function* withoutMembers(request: CaseRequest): Generator<CaseRequest> {
  if (request.body === undefined) return;
  let parsed: JsonValue;
  try {
    parsed = JSON.parse(request.body);
  } catch {
    return;
  }
  for (const smaller of smallerThan(parsed)) yield { ...request, body: JSON.stringify(smaller) };
}

/** The values that lack one member or item, the outer ones first. */
function* smallerThan(value: JsonValue): Generator<JsonValue> {
  if (Array.isArray(value)) {
    for (const index of value.keys()) yield value.toSpliced(index, 1);
  } else if (isObject(value)) {
    for (const name of Object.keys(value)) {
      const { [name]: _, ...rest } = value;
      yield rest;
    }
  }
  yield* insideSmaller(value);
}

/** The values of which one member or item lacks something. */
function* insideSmaller(value: JsonValue): Generator<JsonValue> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      for (const smaller of smallerThan(item)) yield value.with(index, smaller);
  } else if (isObject(value)) {
    for (const [name, member] of Object.entries(value))
      for (const smaller of smallerThan(member ?? null)) yield { ...value, [name]: smaller };
  }
}
