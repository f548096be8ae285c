import { type Contract, type Include, type Operation, parameterKey } from "@workflow-api/contract";
import type { Case } from "../case.ts";
import { refusalsOf } from "./accepts-request.ts";
import { type Break, breakOfRequest } from "./break.ts";
import { counterpartOf } from "./places.ts";

/** The values of `x-includes` that add nothing any more, or something else, each with a request that asks for it. */
export function includesChanged(
  whom: Break["for"],
  by: Contract,
  other: Contract,
  casesOf: (operation: Operation) => readonly Case[],
): Break[] {
  return by.operations.flatMap((operation) => {
    const counterpart = counterpartOf(operation, other);
    if (counterpart === undefined) return [];
    return operation.includes.flatMap((include): Break[] => {
      const counterparts = ofParameter(counterpart, include);
      const { adds, parameter, pointer, value } = include;
      if (counterparts.some((each) => each.value === value && each.adds === adds)) return [];
      const one = casesOf(operation).find((each) => asksFor(each, include));
      // A value that is refused is told as such.
      if (one === undefined || refusalsOf(other, one.request).length > 0) return [];
      const others = counterparts.length > 0 ? counterparts : counterpart.includes;
      return [
        breakOfRequest(whom, by, {
          operationId: operation.operationId,
          reason: `${parameter.name}=${value} does not add ${adds} to the answer.`,
          shownBy: one,
          places: [[pointer], [...new Set(others.map((each) => each.pointer))]],
        }),
      ];
    });
  });
}

function asksFor({ call, expected, group }: Case, { parameter, value }: Include): boolean {
  if (group !== "include" || expected.verdict === "malformed") return false;
  const asked = call?.values.get(parameterKey(parameter));
  return asked !== undefined && [asked].flat().map(String).includes(value);
}

/** What the parameter of the same name includes in an operation. */
function ofParameter({ includes }: Operation, { parameter }: Include): Include[] {
  return includes.filter((each) => each.parameter.name === parameter.name);
}
