import {
  type Contract,
  isJson,
  type JsonValue,
  type MediaType,
  type Operation,
  parameterKey,
} from "@workflow-api/contract";
import fc from "fast-check";
import { bodyWire } from "./body-wire.ts";
import type { Answer, Call, Case, Target } from "./case.ts";
import { checkAnswer } from "./check-answer.ts";
import type { CheckOptions } from "./check-status.ts";
import {
  baseRequest,
  createCase,
  createDerivation,
  type Derivation,
  mockAnswer,
  sendable,
  successStatuses,
} from "./derivation.ts";
import type { DeriveOptions } from "./derive-cases.ts";
import { dividesPath } from "./divides-path.ts";
import type { Finding } from "./finding.ts";
import { isCredential } from "./groups/parameters.ts";
import { sentContent } from "./media-for.ts";
import { refusal } from "./mock-status.ts";
import { arbitraryOf } from "./schema/arbitrary.ts";
import { spoilt } from "./schema/spoilt.ts";
import { agreedValid } from "./schema/values.ts";
import { isAcceptedOnWire, isRefusedOnWire } from "./wire.ts";

/** How much is tried at random. */
export interface ExploreOptions extends DeriveOptions {
  /** How many random requests of each operation, or answers of each response, are tried. Default 100. */
  readonly runs?: number;
}

/** What is tried at random of requests, and what becomes of those that fail. */
export interface ExploreRequestsOptions extends ExploreOptions {
  readonly as?: CheckOptions["as"];
  /** Default: those of the contract. */
  readonly operations?: readonly Operation[];
  /** Whether what fails is sent again, ever smaller. Default: yes. */
  readonly shrink?: boolean;
}

/** The smallest random request that contradicts the contract. */
export interface RequestCounterexample {
  readonly case: Case;
  readonly findings: readonly Finding[];
  readonly answer: Answer;
  /** With which seed, and where on the way of fast-check from there, it is found again. */
  readonly seed: number;
  readonly path: string;
}

/**
 * Tries random requests of every operation on a server: valid ones and such as are spoilt in one part. What fails is
 * shrunk to the smallest request that does.
 * @param options What to try, and how: `as` is that of `CheckOptions`.
 * @returns One counterexample for each operation that has any.
 */
export async function exploreRequests(
  contract: Contract,
  target: Target,
  options: ExploreRequestsOptions = {},
): Promise<RequestCounterexample[]> {
  const { as = "service", operations = contract.operations, runs = 100, shrink = true } = options;
  const derivation = createDerivation(contract, options);
  const { seed } = derivation.world;
  const found: RequestCounterexample[] = [];
  for (const operation of operations) {
    let failed: Pick<RequestCounterexample, "case" | "findings" | "answer"> | undefined;
    const agrees = fc.asyncProperty(requestsOf(derivation, operation), async ([each, call]) => {
      const one = caseOf(derivation, each, call);
      if (one === undefined) return true;
      const answer = await target.send(one);
      const findings = checkAnswer(one, answer, { as });
      // The last one that fails is the smallest.
      if (findings.length > 0) failed = { case: one, findings, answer };
      return findings.length === 0;
    });
    const checked = await fc.check(agrees, { seed, numRuns: runs, endOnFailure: !shrink });
    if (checked.errorInstance instanceof Error && failed === undefined) throw checked.errorInstance;
    if (failed !== undefined) found.push({ ...failed, seed, path: checked.counterexamplePath ?? "" });
  }
  return found;
}

/** Calls of an operation, each with the operation as it has only the media type that the body is sent in. */
function requestsOf(derivation: Derivation, operation: Operation): fc.Arbitrary<readonly [Operation, Call]> {
  const calling = (each: Operation): fc.Arbitrary<readonly [Operation, Call]> =>
    callsOf(derivation, each).map((call) => [each, call] as const);
  const { requestBody } = operation;
  if (requestBody === undefined || requestBody.content.length < 2) return calling(operation);
  const ways = sentContent(requestBody.content).map((media) =>
    calling({ ...operation, requestBody: { ...requestBody, content: [media] } }),
  );
  return fc.oneof(...ways);
}

function callsOf(derivation: Derivation, operation: Operation): fc.Arbitrary<Call> {
  const { world } = derivation;
  const base = baseRequest(derivation, operation);
  const free = operation.parameters.filter((parameter) => !isCredential(derivation, parameter));
  const values = free.map((parameter) => {
    const given = base.values.get(parameterKey(parameter));
    const made = arbitraryOf(world, [parameter]);
    const any = fc.oneof(made, spoilt(made), fc.constant(given));
    return parameter.required ? any : fc.option(any, { nil: undefined });
  });
  const [media] = operation.requestBody?.content ?? [];
  const made = media === undefined ? fc.constant(null) : arbitraryOf(world, [media]);
  const body =
    media === undefined ? fc.constant(undefined) : fc.oneof(made, spoilt(made), fc.constant(base.body));
  return fc.tuple(fc.tuple(...values), body).map(([chosen, sent]) => {
    const call = new Map(base.values);
    for (const [index, parameter] of free.entries()) {
      const value = chosen[index];
      if (value === undefined) call.delete(parameterKey(parameter));
      else call.set(parameterKey(parameter), value);
    }
    return { values: call, body: sent };
  });
}

/** @returns `undefined`: what arrives may be read in several ways. */
function caseOf(derivation: Derivation, operation: Operation, call: Call): Case | undefined {
  const broken = brokenPart(derivation, operation, call);
  if (broken === undefined) return undefined;
  const request = sendable(derivation, operation, call);
  const isValid = broken === "";
  return createCase(derivation, {
    group: broken === "body" ? "body" : "parameter",
    operation,
    name: `${isValid ? "2XX" : "4XX"} random request`,
    pointer: operation.pointer,
    request,
    call,
    verdict: isValid ? "valid" : "malformed",
    statuses: isValid ? successStatuses(operation) : ["4XX"],
    mock: isValid ? mockAnswer(operation, request) : refusal(operation, 422, 400),
    ...(!isValid && {
      broken: { part: broken, keyword: keywordOf(operation, broken, call), value: undefined },
    }),
  });
}

/** The keyword that the contract refuses a part of a call for. */
function keywordOf({ parameters, requestBody }: Operation, part: string, { body, values }: Call): string {
  const parameter = parameters.find((each) => parameterKey(each) === part);
  const [media] = requestBody?.content ?? [];
  const violations = parameter?.validate(values.get(part)) ?? media?.validate(body) ?? [];
  return violations[0]?.keyword ?? "type";
}

/** What of a call the contract refuses; the empty string: nothing; `undefined`: that cannot be told. */
function brokenPart(derivation: Derivation, operation: Operation, call: Call): string | undefined {
  const parts = operation.parameters.flatMap((parameter): [string, boolean | undefined][] => {
    const key = parameterKey(parameter);
    const value = call.values.get(key);
    if (value === undefined) return [];
    if (parameter.mediaType === undefined && holdsNothing(value)) return [[key, undefined]];
    if (dividesPath(operation, parameter, value)) return [[key, undefined]];
    return [[key, told(isAcceptedOnWire(parameter, value), isRefusedOnWire(parameter, value))]];
  });
  const [media] = operation.requestBody?.content ?? [];
  if (media !== undefined && call.body !== undefined)
    parts.push(["body", isBodyAccepted(derivation, media, call.body)]);
  if (parts.some(([, isAccepted]) => isAccepted === undefined)) return undefined;
  return parts.find(([, isAccepted]) => isAccepted === false)?.[0] ?? "";
}

/** What a list or object with an empty or a nested part looks like on the wire, RFC 6570 leaves open. */
function holdsNothing(value: JsonValue): boolean {
  if (typeof value !== "object" || value === null) return value === "" || value === null;
  return Object.values(value).some(
    (part) => part === undefined || part === null || part === "" || typeof part === "object",
  );
}

function isBodyAccepted({ world }: Derivation, media: MediaType, body: JsonValue): boolean | undefined {
  const isValid = agreedValid(world, media, body);
  if (isValid === undefined) return undefined;
  const { isAccepted, isRefused } = bodyWire(media);
  return isJson(media.mediaType) ? isValid : told(isAccepted(body), isRefused(body));
}

/** Of what arrives in several readings it cannot be told how a server reads it. */
function told(isAccepted: boolean, isRefused: boolean): boolean | undefined {
  if (isAccepted === isRefused) return undefined;
  return isAccepted;
}
