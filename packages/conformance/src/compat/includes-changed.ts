import type { Contract, Operation } from "@workflow-api/contract";
import type { Case } from "../case.ts";
import { refusalsOf } from "./accepts-request.ts";
import { type Break, breakOfRequest } from "./break.ts";
import { counterpartOf } from "./places.ts";

/** The values of `x-includes` that add nothing any more, or something else, each with a request that asks for it. */
export function includesChanged(
  whom: Break["for"],
  by: Contract,
  other: Contract,
  cases: readonly Case[],
): Break[] {
  return by.operations.flatMap((operation) => {
    const counterpart = counterpartOf(operation, other);
    if (counterpart === undefined) return [];
    return [...(operation.includes?.adds ?? [])].flatMap(([value, pointer]): Break[] => {
      const one = cases.find((each) => asksFor(each, operation, value));
      // A value that is refused is told as such.
      if (one === undefined || refusalsOf(other, one.request).length > 0) return [];
      if (counterpart.includes?.adds.get(value) === pointer) return [];
      return [
        breakOfRequest(whom, by, {
          operationId: operation.operationId,
          reason: `${operation.includes?.parameter}=${value} does not add ${pointer} to the answer.`,
          shownBy: one,
          places: [placesOf(operation), placesOf(counterpart)],
        }),
      ];
    });
  });
}

function asksFor({ call, expected, group, operation }: Case, wanted: Operation, value: string): boolean {
  if (operation !== wanted || group !== "include" || expected.verdict === "malformed") return false;
  const asked = call?.values.get(`query ${wanted.includes?.parameter}`);
  return asked !== undefined && [asked].flat().map(String).includes(value);
}

function placesOf({ includes }: Operation): string[] {
  return includes === undefined ? [] : [includes.pointer];
}
