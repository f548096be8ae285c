import { type Contract, findOperation, type Operation } from "@workflow-api/contract";
import type { Case, CaseRequest, Group } from "../case.ts";
import { baseRequest, createCase, type Derivation, sendable } from "../derivation.ts";
import { targetParts } from "../target-parts.ts";

/** Paths close to the operation's that the contract does not have. */
export function pathCases(derivation: Derivation, operation: Operation): Case[] {
  const request = sendable(derivation, operation, baseRequest(derivation, operation));
  const { path, query } = targetParts(request.target);
  const templates = operation.path.split("/").slice(1);
  const segments = path.split("/").slice(1);
  const at = (changed: readonly string[]): string => `/${changed.join("/")}`;
  const wrong: [string, string][] = [
    // What ends in a slash has an empty segment already.
    ["with a segment more", at([...segments.filter((segment) => segment !== ""), "unknown"])],
    ["without the last segment", at(segments.slice(0, -1))],
    ...templates.flatMap((template, index): [string, string][] => {
      const segment = segments[index] ?? "";
      if (template === "" || template.includes("{")) return [];
      const changed = (other: string): string => at(segments.with(index, other));
      return [
        [`with ${segment}_ for ${segment}`, changed(`${segment}_`)],
        [`with ${segment.toUpperCase()} for ${segment}`, changed(segment.toUpperCase())],
        [`without ${segment}`, at(segments.toSpliced(index, 1))],
      ];
    }),
  ];
  const targets = new Map(wrong.map(([name, target]) => [target, name]));
  return [...targets].flatMap(([target, name]) => {
    if (isKnownPath(derivation.contract, target) || target === path) return [];
    const sent = { ...request, target: query === undefined ? target : `${target}?${query}` };
    return unroutable(derivation, operation, { group: "path", name, request: sent, mock: 404 });
  });
}

/** Methods that the operation's path does not have. HEAD and OPTIONS are the server's own business. */
export function methodCases(derivation: Derivation, operation: Operation): Case[] {
  const siblings = derivation.contract.operations.filter(({ path }) => path === operation.path);
  if (siblings[0] !== operation) return [];
  const request = sendable(derivation, operation, baseRequest(derivation, operation));
  const { path } = targetParts(request.target);
  const known = new Set(derivation.contract.operations.map(({ method }) => method));
  const methods = [...known].filter(
    (method) => findOperation(derivation.contract, method, path) !== undefined,
  );
  return ["GET", "PUT", "POST", "DELETE", "PATCH", "TRACE"]
    .filter((method) => !methods.includes(method))
    .flatMap((method) =>
      unroutable(derivation, operation, {
        group: "method",
        name: `by ${method}`,
        request: { ...withoutBody(request), method },
        mock: 405,
        methods,
      }),
    );
}

interface Unroutable {
  readonly group: Group;
  readonly name: string;
  readonly request: CaseRequest;
  readonly mock: number;
  readonly methods?: readonly string[];
}

function unroutable(
  derivation: Derivation,
  operation: Operation,
  { group, name, request, mock, methods }: Unroutable,
): Case {
  return createCase(derivation, {
    group,
    operation,
    name: `4XX ${name}`,
    pointer: operation.pointer,
    request,
    verdict: "unroutable",
    statuses: ["4XX"],
    ...(methods && { methods }),
    mock: { status: mock, body: undefined },
  });
}

function isKnownPath({ operations, ...contract }: Contract, path: string): boolean {
  return operations.some(
    ({ method }) => findOperation({ ...contract, operations }, method, path) !== undefined,
  );
}

function withoutBody({ headers, ...request }: CaseRequest): CaseRequest {
  const { "Content-Type": _, ...rest } = headers;
  return { ...request, headers: rest, body: undefined };
}
