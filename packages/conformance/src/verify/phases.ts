import type { Operation } from "@workflow-api/contract";
import type { Case, CaseRequest } from "../case.ts";

/** What is sent before anything of the next phase. */
export interface Phase {
  readonly cases: readonly Case[];
  /** The operations that are tried in it. */
  readonly operations: readonly Operation[];
}

/**
 * The order in which cases are sent: what removes comes when all else has been tried on what it removes, and what is odd
 * at the end, since a server may stop at it.
 */
export function phasesOf(operations: readonly Operation[], cases: readonly Case[]): Phase[] {
  const usual = cases.filter((one) => !isOdd(one));
  return [
    {
      cases: usual.filter(({ request }) => !isRemoval(request)),
      operations: operations.filter((each) => !isRemoval(each)),
    },
    { cases: usual.filter(({ request }) => isRemoval(request)), operations: operations.filter(isRemoval) },
    { cases: cases.filter(isOdd), operations: [] },
  ];
}

/** What no contract says the answer to, but that it is no failure of the server. */
function isOdd({ expected }: Case): boolean {
  return expected.verdict === "odd";
}

function isRemoval({ method }: Pick<CaseRequest, "method">): boolean {
  return method === "DELETE";
}
