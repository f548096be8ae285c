import type { Operation } from "@workflow-api/contract";
import { headerText } from "./engine/answer-of.ts";
import { type MockAnswer, refusalHeader } from "./message.ts";
import { withErrors } from "./problem.ts";
import { type CredentialFault, credentialFault } from "./request/credential-fault.ts";
import type { ReadRequest } from "./request/read-request.ts";

/**
 * The answer to a request that is not authenticated, with what is wrong with its credentials, for each way of
 * authenticating: in a header, and where the body is Prism's own problem, in a member `errors`. What came is not repeated.
 */
export function explainCredentials(
  answer: MockAnswer,
  read: ReadRequest,
  operation: Operation | undefined,
): MockAnswer {
  if (operation === undefined) return answer;
  const ways = faultsOfWays(operation, read);
  const headers = { ...answer.headers, [refusalHeader]: headerText(ways.map(sentence).join("; or ")) };
  const errors = ways.flatMap((faults, index) =>
    faults.map((fault) => ({ ...fault, ...(ways.length > 1 && { way: index + 1 }) })),
  );
  return withErrors({ ...answer, headers }, errors);
}

/**
 * What is wrong, for each way of authenticating, that with the fewest faults first. What a contract calls its schemes, and
 * the order in which it lists them, no server shows.
 */
function faultsOfWays({ security }: Operation, read: ReadRequest): CredentialFault[][] {
  const ways = security.map((way) =>
    way.length === 0
      ? [unwanted]
      : way.flatMap((scheme) => credentialFault(scheme, read) ?? []).toSorted(byText),
  );
  const distinct = new Map(ways.map((faults) => [sentence(faults), faults]));
  return [...distinct.values()].toSorted((one, other) => one.length - other.length || byText(one, other));
}

function byText(one: object, other: object): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}

/** Prism takes credentials in Authorization for wrong ones where they need not be sent and do not fit. */
const unwanted: CredentialFault = {
  in: "header",
  name: "Authorization",
  expected: "must not be sent",
};

function sentence(faults: readonly CredentialFault[]): string {
  return faults.map((fault) => `${fault.in} ${fault.name} ${fault.expected}`).join(", and ");
}
