import type { Contract, JsonValue, Operation } from "@workflow-api/contract";
import { uncheckedReason } from "./answer-body.ts";
import type { Case } from "./case.ts";
import type { Credentials } from "./credentials.ts";
import { createDerivation, type Derivation } from "./derivation.ts";
import { acceptCases } from "./groups/accept.ts";
import { bodyCases } from "./groups/bodies.ts";
import { nearScenarioCases } from "./groups/near-scenarios.ts";
import { oddCases } from "./groups/odd-requests.ts";
import { parameterCases } from "./groups/parameters.ts";
import { methodCases, pathCases } from "./groups/routes.ts";
import { exampleCases, includeCases, plainCases, scenarioCases, statusCases } from "./groups/scenarios.ts";
import { securityCases } from "./groups/security.ts";
import { wrongSecretCases } from "./groups/wrong-secrets.ts";
import { mediaFor } from "./media-for.ts";
import { parseBody } from "./parse-body.ts";

/** What the cases are filled with. */
export interface DeriveOptions {
  /** Decides which values are generated; the same seed gives the same cases. Default 1. */
  readonly seed?: number;
  /** The secrets to send, by the key of the security scheme; placeholders where none are given. */
  readonly credentials?: Credentials;
  /**
   * Values that are sent in place of those of the examples, by `parameterKey`: a real server has ids of its own, and
   * then the scenarios say no more which answer comes.
   */
  readonly values?: (operation: Operation) => ReadonlyMap<string, JsonValue>;
}

const derivations: readonly ((derivation: Derivation, operation: Operation) => Case[])[] = [
  scenarioCases,
  plainCases,
  statusCases,
  exampleCases,
  includeCases,
  nearScenarioCases,
  securityCases,
  wrongSecretCases,
  parameterCases,
  bodyCases,
  pathCases,
  methodCases,
  acceptCases,
  oddCases,
];

/**
 * Derives the cases of a contract: what to send, and what the contract (and beyond it the mock) says must come back.
 * Pure: the same contract and options give the same cases.
 * @throws {JudgesDisagree} The two validators disagree on a value: one of them, or this package, is wrong.
 */
export function deriveCases(contract: Contract, options: DeriveOptions = {}): Case[] {
  const derivation = createDerivation(contract, options);
  return contract.operations.flatMap((operation) => casesOfOperation(derivation, operation));
}

/** The cases of one operation: no two have the same title, which begins with its operationId. */
export function casesOfOperation(derivation: Derivation, operation: Operation): Case[] {
  const cases = derivations.flatMap((derive) => derive(derivation, operation));
  return uniquelyTitled(distinct(cases.filter(isWritten)));
}

/** What is no text cannot be sent in a media type that nothing here writes, such as XML. Credentials come before bodies. */
function isWritten({ expected: { verdict }, operation, request: { body, headers } }: Case): boolean {
  const type = headers["Content-Type"] ?? "";
  const media = mediaFor(operation?.requestBody?.content ?? [], type);
  if (media === undefined || body === undefined || uncheckedReason(media) === undefined) return true;
  return ["unauthenticated", "unroutable"].includes(verdict) || typeof parseBody({ body }) !== "object";
}

/**
 * Of several cases with the same request the first says the most of the answer. What is no longer the request of its
 * scenario says nothing of it.
 */
function distinct(cases: readonly Case[]): Case[] {
  const seen = new Set<string>();
  return cases.filter(({ operation, replaced, request }) => {
    if (replaced !== undefined) return true;
    const key = `${operation?.operationId} ${JSON.stringify(request)}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function uniquelyTitled(cases: readonly Case[]): Case[] {
  const seen = new Map<string, number>();
  return cases.map((one) => {
    const count = (seen.get(one.title) ?? 0) + 1;
    seen.set(one.title, count);
    return count === 1 ? one : { ...one, title: `${one.title} #${count}` };
  });
}
