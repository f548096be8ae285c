import type { Contract, MediaType, Operation, Response, SchemaModel } from "@workflow-api/contract";
import { once, onceOf } from "../once.ts";
import { counterpartOf } from "./places.ts";
import { textIn } from "./reach.ts";

// What two contracts say in the same words they take in the same way. Of that nothing need be derived and tried.

/** The operations of a contract whose requests another may take otherwise. */
export function unsettledRequests(by: Contract, other: Contract): Operation[] {
  return by.operations.filter((operation) => {
    const key = `${operation.method} ${operation.path}`;
    return requestTexts(by)(key) !== requestTexts(other)(key);
  });
}

/** The responses of an operation of a contract that another may take otherwise. */
export function unsettledResponses(by: Contract, operation: Operation, other: Contract): readonly Response[] {
  const counterpart = counterpartOf(operation, other);
  if (counterpart === undefined || statusesOf(operation) !== statusesOf(counterpart))
    return operation.responses;
  return operation.responses.filter(
    (response, index) => textIn(by)(response) !== textIn(other)(counterpart.responses[index] ?? {}),
  );
}

/** A parameter or a body of a contract. */
type Said = readonly [contract: Contract, model: Valued];

type Valued = SchemaModel & Partial<Pick<MediaType, "encoding">>;

/** Whether two contracts say the same of a parameter or a body. */
export function isSaidAlike([by, own]: Said, [other, theirs]: Said): boolean {
  return textIn(by)(own) === textIn(other)(theirs);
}

/** Whether they say the same of its values, whatever it is called and examples there are. */
export function areValuesSaidAlike([by, own]: Said, [other, theirs]: Said): boolean {
  return textIn(by)(valuesOf(own)) === textIn(other)(valuesOf(theirs));
}

/** A schema, and how a form of it travels. */
const valuesOf = onceOf(({ encoding, schema }: Valued) => ({ schema, encoding }));

function statusesOf({ responses }: Operation): string {
  return responses.map(({ status }) => status).join(" ");
}

/** What a contract says of the requests of every operation that a request of one method and path may be found to address. */
const requestTexts = onceOf((contract: Contract) =>
  once((key: string) => {
    const [method = "", path = ""] = key.split(/ (.*)/s);
    const found = contract.operations.filter(
      (operation) => operation.method === method && mayBeSame(operation.path, path),
    );
    const schemes = JSON.stringify(contract.securitySchemes);
    return JSON.stringify([schemes, ...found.map((operation) => textIn(contract)(asksOf(operation)))]);
  }),
);

/** What an operation asks of a request. */
function asksOf({ method, parameters, path, requestBody, security }: Operation): object {
  return { method, path, parameters, requestBody, security };
}

/** Whether the templates of two paths may stand for the same path: a parameter fills no more than its segment. */
function mayBeSame(one: string, other: string): boolean {
  const [segments, others] = [one.split("/"), other.split("/")];
  const isAlike = (segment: string, index: number): boolean =>
    segment === others[index] || segment.includes("{") || others[index]?.includes("{") === true;
  return segments.length === others.length && segments.every(isAlike);
}
