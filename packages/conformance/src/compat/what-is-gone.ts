import type { Contract, Operation } from "@workflow-api/contract";
import type { Case, CaseRequest } from "../case.ts";
import { type Break, breakOfRequest } from "./break.ts";
import { counterpartOf } from "./places.ts";

/** What an operation has by the old contract alone, though no request and no answer shows it. */
export interface Gone extends Pick<Break, "reason"> {
  /** The server that is gone. */
  readonly server?: string;
  /** The headers of a request that misses it. */
  readonly headers?: CaseRequest["headers"];
  /** What it is about, as JSON Pointers of the old contract and of the new one. */
  readonly places: readonly [old: readonly string[], changed: readonly string[]];
}

/** What callers miss of each operation that both contracts have, told with one of its requests. */
export function whatIsGone(
  old: Contract,
  changed: Contract,
  casesOf: (operation: Operation) => readonly Case[],
  goneFrom: (operation: Operation, counterpart: Operation) => readonly Gone[],
): Break[] {
  return old.operations.flatMap((operation) => {
    const counterpart = counterpartOf(operation, changed);
    const all = counterpart === undefined ? [] : goneFrom(operation, counterpart);
    return all.flatMap(({ headers, ...gone }) => {
      const [one] = casesOf(operation);
      if (one === undefined) return [];
      const request = { ...one.request, headers: { ...one.request.headers, ...headers } };
      const { operationId } = operation;
      return breakOfRequest("callers", old, { ...gone, operationId, shownBy: { ...one, request } });
    });
  });
}
