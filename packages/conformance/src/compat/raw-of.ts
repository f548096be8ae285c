import { findOperation, type Operation, type Parameter } from "@workflow-api/contract";
import type { CaseRequest } from "../case.ts";
import { targetParts } from "../target-parts.ts";

/** What came for a parameter, as `parseParameter` takes it. */
export function rawOf(
  operation: Operation,
  { in: place, name }: Parameter,
  { headers, method, target }: CaseRequest,
): string | undefined {
  const header = (wanted: string): string | undefined =>
    Object.entries(headers).find(([key]) => key.toLowerCase() === wanted)?.[1];
  switch (place) {
    case "path":
      return findOperation({ operations: [operation] }, method, targetParts(target).path)?.pathValues.get(
        name,
      );
    case "query":
      return targetParts(target).query;
    case "header":
      return header(name.toLowerCase());
    case "cookie":
      return header("cookie")
        ?.split(/;\s*/)
        .some((pair) => pair.startsWith(`${name}=`))
        ? header("cookie")
        : undefined;
  }
}
