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
  const near: NearPath[] = [
    // What ends in a slash has an empty segment already.
    wrong("with a segment more", at([...segments.filter((segment) => segment !== ""), "unknown"])),
    // Of a thing the list, which a server may have beside what its contract describes.
    other("without the last segment", at(segments.slice(0, -1))),
    ...templates.flatMap((template, index): NearPath[] => {
      const segment = segments[index] ?? "";
      if (template === "" || template.includes("{")) return [];
      const changed = (text: string): string => at(segments.with(index, text));
      const upper = segment.toUpperCase();
      return [
        wrong(`with ${segment}_ for ${segment}`, changed(`${segment}_`)),
        // Many servers take a path in upper case for the same.
        other(`with ${upper} for ${segment}`, changed(upper)),
        wrong(`without ${segment}`, at(segments.toSpliced(index, 1))),
      ];
    }),
  ];
  // Of the same path by two names the first is the more lenient.
  const paths = near.filter(
    (each, index) => near.findIndex(({ target }) => target === each.target) === index,
  );
  return paths.flatMap(({ name, statuses, target }) => {
    if (isKnownPath(derivation.contract, target) || target === path) return [];
    const sent = { ...request, target: query === undefined ? target : `${target}?${query}` };
    return unroutable(derivation, operation, { group: "path", name, request: sent, statuses, mock: 404 });
  });
}

interface NearPath extends Pick<Unroutable, "name" | "statuses"> {
  readonly target: string;
}

/** A path that only a server has that takes it for another. */
function wrong(what: string, target: string): NearPath {
  return { name: `4XX ${what}`, target, statuses: ["4XX"] };
}

/** A path that a server may have or not. */
function other(what: string, target: string): NearPath {
  return { name: `no 5XX ${what}`, target, statuses: ["2XX", "3XX", "4XX"] };
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
        name: `4XX by ${method}`,
        request: { ...withoutBody(request), method },
        // A method that a server has nowhere it may say that it does not have (RFC 9110, 15.6.2).
        statuses: ["4XX", "501"],
        mock: 405,
        methods,
      }),
    );
}

interface Unroutable {
  readonly group: Group;
  readonly name: string;
  readonly request: CaseRequest;
  readonly statuses: readonly string[];
  readonly mock: number;
  readonly methods?: readonly string[];
}

function unroutable(
  derivation: Derivation,
  operation: Operation,
  { group, name, request, statuses, mock, methods }: Unroutable,
): Case {
  return createCase(derivation, {
    group,
    operation,
    name,
    pointer: operation.pointer,
    request,
    verdict: "unroutable",
    statuses,
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
