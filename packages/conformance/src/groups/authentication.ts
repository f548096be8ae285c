import type { Operation, SecurityScheme } from "@workflow-api/contract";
import type { Case, CaseRequest } from "../case.ts";
import { type CaseParts, createCase, type Derivation, mockAnswer, successStatuses } from "../derivation.ts";
import { documented, refusal } from "../mock-status.ts";

/** Whether an operation asks for no credentials, too. */
export function isOptional({ security }: Operation): boolean {
  return security.some((way) => way.length === 0);
}

/** Whether the schemes complete a way of authenticating that asks for any. */
export function completes({ security }: Operation, sent: readonly SecurityScheme[]): boolean {
  return security.some((way) => way.length > 0 && way.every((scheme) => isAmong(sent, scheme)));
}

/** Whether the schemes complete one of the operation's ways of authenticating. */
export function isSufficient({ security }: Operation, sent: readonly SecurityScheme[]): boolean {
  return security.length === 0 || security.some((way) => way.every((scheme) => isAmong(sent, scheme)));
}

function isAmong(sent: readonly SecurityScheme[], { key }: SecurityScheme): boolean {
  return sent.some((scheme) => scheme.key === key);
}

/** The case of a request that completes a way of authenticating. */
export function accepted(
  derivation: Derivation,
  operation: Operation,
  request: CaseRequest,
  name: string,
  schemes: readonly string[],
): Case {
  const statuses = successStatuses(operation);
  return createCase(derivation, {
    group: "security",
    operation,
    name: `${statuses.join("/")} ${name}`,
    pointer: securityPointer(derivation, operation),
    request,
    schemes,
    verdict: "valid",
    statuses,
    mock: mockAnswer(operation, request),
  });
}

/** The case of a request that completes no way of authenticating. */
export function refused(
  derivation: Derivation,
  operation: Operation,
  request: CaseRequest,
  name: string,
): Case {
  const statuses = documented(operation, 401) === undefined ? ["401", "403"] : ["401"];
  return unauthenticated(derivation, operation, request, { name, statuses, mock: refusal(operation, 401) });
}

/**
 * The case of a request whose credentials are all there, and wrong: where the contract has a 403 too, a server may take it
 * for one that is known and not let in.
 */
export function mistaken(
  derivation: Derivation,
  operation: Operation,
  request: CaseRequest,
  name: string,
): Case {
  const isKnown = documented(operation, 401) !== undefined && documented(operation, 403) === undefined;
  const statuses = isKnown ? ["401"] : ["401", "403"];
  return unauthenticated(derivation, operation, request, { name, statuses, mock: refusal(operation, 401) });
}

/**
 * Where credentials are optional, a server may overlook wrong ones or refuse them. Prism refuses them if they are in an
 * Authorization header, which it takes for a sign that the request is not anonymous.
 */
export function doubtful(
  derivation: Derivation,
  operation: Operation,
  request: CaseRequest,
  name: string,
): Case {
  const statuses = [...successStatuses(operation), "401", "403"];
  const isOverlooked = request.headers["Authorization"] === undefined;
  const mock = isOverlooked ? mockAnswer(operation, request) : refusal(operation, 401);
  return unauthenticated(derivation, operation, request, { name, statuses, mock });
}

function unauthenticated(
  derivation: Derivation,
  operation: Operation,
  request: CaseRequest,
  { mock, name, statuses }: Required<Pick<CaseParts, "mock" | "name" | "statuses">>,
): Case {
  return createCase(derivation, {
    group: "security",
    operation,
    name: `${statuses.join("/")} ${name}`,
    pointer: securityPointer(derivation, operation),
    request,
    verdict: "unauthenticated",
    statuses,
    mock,
  });
}

/** The operation's own `security`, else that of the whole contract. */
function securityPointer({ contract }: Derivation, { pointer }: Operation): string {
  const own = `${pointer}/security`;
  return contract.locate(own).pointer.endsWith("/security") ? own : "/security";
}
