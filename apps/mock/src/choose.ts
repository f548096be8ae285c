import {
  type JudgedRequest,
  negotiate,
  type Operation,
  type Response,
  type Scenario,
  selectScenario,
  type Violation,
} from "@workflow-api/contract";
import type { Why } from "./answer.ts";
import { readPreferences } from "./preferences.ts";
import { type Refusal, refusalStatuses } from "./problem.ts";

/** The response that answers a request, and why. */
export interface Choice {
  /** One of the operation. */
  readonly response: Response;
  /** The name of its example. `undefined`: its first one, or what is generated. */
  readonly example: string | undefined;
  /** Generates from the schema, of this seed. */
  readonly dynamic?: { readonly seed: string | undefined } | undefined;
  readonly why: Why;
}

/** A refusal for one thing that is wrong. */
export interface Rejection {
  readonly refusal: Refusal;
  readonly violation: Violation;
}

/** The response by which the contract itself refuses such a request. `undefined`: it documents none. */
export function chooseRefusal(
  operation: Operation,
  status: number,
  violations: readonly Violation[],
): Choice | undefined {
  const response = (status === 401 ? [401] : refusalStatuses(status))
    .map((each) => operation.responses.find((documented) => documented.status === each))
    .find((documented) => documented !== undefined);
  if (response === undefined) return undefined;
  const { operationId } = operation;
  const why: Why = { operation: operationId, scenario: undefined, reason: "refused", violations };
  return { response, example: undefined, why };
}

/**
 * What the header `Prefer` asks for, as Prism understands it: a status, an example (of the lowest 2xx unless a status is
 * given), or an answer that is made up.
 *
 * @returns `undefined`: nothing. A rejection: the operation has no such answer.
 */
export function choosePreferred(
  operation: Operation,
  prefer: string | undefined,
): Choice | Rejection | undefined {
  const preferences = readPreferences(prefer);
  if (preferences === undefined) return undefined;
  if (typeof preferences === "string") return unmet(422, preferences);
  const { code, dynamic, example, seed } = preferences;
  const response = code === undefined ? defaultResponse(operation) : responseOf(operation, code);
  if (response === undefined) {
    const statuses = operation.responses.map(({ status }) => status).join(", ");
    return unmet(404, `must name a status of ${operation.operationId} (${statuses}), and ${code} is none`);
  }
  const names = response.content.flatMap(({ examples }) => examples.map(({ name }) => name));
  if (example !== undefined && !names.includes(example)) {
    const known = [...new Set(names)].join(", ") || "none";
    return unmet(
      404,
      `must name an example of the response ${response.status} (${known}), and ${example} is none`,
    );
  }
  const why: Why = {
    operation: operation.operationId,
    scenario: example,
    reason: "preferred",
    violations: [],
  };
  return { response, example, ...(dynamic && { dynamic: { seed } }), why };
}

function unmet(status: number, message: string): Rejection {
  return {
    refusal: { status, code: "preference", title: "The preference cannot be met" },
    violation: { part: "header prefer", pointer: "", keyword: "preference", message },
  };
}

function responseOf({ responses }: Operation, status: number): Response | undefined {
  return responses.find((response) => response.status === status);
}

/** The lowest 2xx, otherwise the first, as Prism has it. */
function defaultResponse({ responses }: Operation): Response | undefined {
  return responses.find(({ status }) => status >= 200 && status <= 299) ?? responses[0];
}

/** The scenario that is queued, that matches, or that is the default. Without one, the answer is generated. */
export function chooseScenario(
  operation: Operation,
  { body, values }: JudgedRequest,
  queued: Scenario | undefined,
): Choice {
  const selection = queued === undefined ? selectScenario(operation, values, body) : undefined;
  const scenario = queued ?? selection?.scenario;
  const response =
    scenario === undefined ? defaultResponse(operation) : responseOf(operation, scenario.status);
  if (response === undefined) throw new Error(`${operation.operationId} has no response`);
  const matched = selection?.isMatch === true ? "matched" : "default";
  const chosen = queued === undefined ? matched : "queued";
  const why: Why = {
    operation: operation.operationId,
    scenario: scenario?.name,
    reason: scenario === undefined ? "generated" : chosen,
    violations: [],
  };
  return { response, example: scenario?.response === undefined ? undefined : scenario.name, why };
}

/**
 * The media type of a response that the client accepts. Negotiation does not hide errors: who accepts a media type of the
 * operation, but none of the error, gets the error in its own.
 *
 * @param example - The response has it in some of its media types only.
 * @returns `undefined`: the response has no body. A rejection: the client accepts nothing that the operation answers.
 */
export function negotiateMedia(
  operation: Operation,
  { content, status }: Response,
  example: string | undefined,
  accept: string | undefined,
): string | Rejection | undefined {
  const offered = content
    .filter(({ examples }) => example === undefined || examples.some(({ name }) => name === example))
    .map(({ mediaType }) => mediaType);
  if (offered.length === 0) return undefined;
  const negotiated = negotiate(accept, offered);
  if (negotiated !== undefined) return negotiated;
  const all = operation.responses.flatMap((response) => response.content.map(({ mediaType }) => mediaType));
  if (status >= 400 && negotiate(accept, all) !== undefined) return offered[0];
  const message = `must allow ${[...new Set(offered)].join(" or ")}`;
  return {
    refusal: { status: 406, code: "accept", title: "The client accepts none of the media types" },
    violation: { part: "header accept", pointer: "", keyword: "mediaType", message },
  };
}
