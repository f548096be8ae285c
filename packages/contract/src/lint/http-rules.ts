import { isOfRequest } from "../http.ts";
import { isEqual, valueAt } from "../json.ts";
import type { Contract, Operation, Parameter } from "../model.ts";
import { repeated } from "../profile/consistency.ts";
import { type Finding, findingsAt } from "../profile/kind.ts";

// The rules of this project for what HTTP asks of headers and for security.

/** What operations lack by HTTP (RFC 9110), and what they repeat. */
export function httpFindings(contract: Contract): Finding[] {
  const { operations } = contract;
  return [
    ...operations.flatMap((operation) => unconditional(operation, operations)),
    ...repeatedSecurity(contract),
    ...statedTwice(contract),
  ];
}

/**
 * A 412 responds to a condition on an entity tag, which the client must have received before, and a
 * 428 to a request without one.
 */
function unconditional(operation: Operation, operations: readonly Operation[]): Finding[] {
  const { operationId, parameters, path, responses } = operation;
  const conditions = parameters.filter(({ key }) => /^header if-/i.test(key));
  const hasTag = operations
    .filter((each) => each.path === path)
    .flatMap((each) => each.responses)
    .some(
      ({ headers, isSuccess }) => isSuccess && headers.some(({ name }) => /^etag$/i.test(name)),
    );
  return responses.flatMap(({ code, pointer }) =>
    findingsAt(
      pointer,
      code === "412" &&
        conditions.length === 0 &&
        `${operationId} has a 412, which says that If-Match failed: add that header parameter`,
      code === "412" &&
        !hasTag &&
        `${operationId} has a 412, and no 2xx of ${path} has an ETag for If-Match: add that header`,
      code === "428" &&
        !conditions.some(({ required }) => required) &&
        `${operationId} has a 428, which says that If-Match is missing: require that header`,
    ),
  );
}

/**
 * A requirement that every operation repeats belongs at the root; an operation states only an
 * exception.
 */
function repeatedSecurity({ document, operations }: Contract): Finding[] {
  const stated = operations.map(({ pointer }) => valueAt(document, `${pointer}/security`));
  const [first] = stated;
  const isRepeated = stated.length > 1 && stated.every((each) => isEqual(each, first));
  return findingsAt(
    `${operations[0]?.pointer}/security`,
    isRepeated &&
      first !== undefined &&
      "every operation states the same security: state it once, at the root",
  );
}

/**
 * A header that identifies the client is one option of the typed client, so it needs one schema.
 */
function statedTwice({ operations }: Contract): Finding[] {
  const headers = operations
    .flatMap(({ parameters }) => parameters)
    .filter(
      ({ in: place, name, required }) => place === "header" && required && !isOfRequest(name),
    );
  const schemaOf = ({ shape }: Parameter): unknown => shape.locations[0]?.schema;
  return repeated([...new Set(headers)], ({ key }) => key)
    .filter(({ first, second }) => !isEqual(schemaOf(first), schemaOf(second)))
    .map(({ first: { pointer: other }, second: { name, shape } }) => ({
      message: `header ${name} has another schema at ${other}: state it in components/parameters`,
      pointer: shape.pointer,
    }));
}
