import type { Contract, Operation, Response } from "@workflow-api/contract";
import type { Case } from "../case.ts";
import type { Break } from "./break.ts";
import { whatIsGone } from "./what-is-gone.ts";

/**
 * The operations of which nothing but errors is left, such as a 410: every caller knows what to make of an error, and no
 * caller calls for the sake of one.
 */
export function successGone(
  old: Contract,
  changed: Contract,
  casesOf: (operation: Operation) => readonly Case[],
): Break[] {
  return whatIsGone(old, changed, casesOf, (operation, counterpart) => {
    const left = counterpart.responses;
    const successes = operation.responses.filter((response) => !isError(response));
    if (successes.length === 0 || left.length === 0 || !left.every(isError)) return [];
    return [
      {
        reason: `Nothing but ${left.map(({ status }) => status).join(", ")} is answered any more.`,
        places: [successes.map(({ pointer }) => pointer), [`${counterpart.pointer}/responses`]],
      },
    ];
  });
}

function isError({ status }: Response): boolean {
  return /^[45]/.test(status);
}
