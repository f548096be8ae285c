import { appendPointer } from "./json-pointer.ts";
import type { Operation } from "./model.ts";
import type { Reading } from "./reading.ts";

/** Looks for paths that no request has, since whoever sends one reads them otherwise (RFC 3986, 3.3 and 5.2.4). */
export function checkPaths(reading: Reading, operations: readonly Pick<Operation, "path">[]): void {
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const message = faultOf(path);
    if (message !== undefined) reading.problem(message, appendPointer("/paths", path));
  }
}

function faultOf(path: string): string | undefined {
  if (/[?#]/.test(path.replaceAll(/\{[^}]*\}/g, "")))
    return "A path ends before a ? or #: declare what stands behind a ? as parameters in the query.";
  if (/\/\.{1,2}(\/|$)/.test(path)) return "A path with the segment . or .. is never sent: leave it out.";
  return undefined;
}
