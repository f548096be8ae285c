import { type Contract, type Operation, type Parameter, parameterKey } from "@workflow-api/contract";
import { responseFor } from "../mock-status.ts";
import { onceOf } from "../once.ts";

/** The operations by their keys, the first of those that have the same. */
const byKey = onceOf(
  (operations: readonly Operation[]) =>
    new Map(operations.toReversed().map((operation) => [keyOf(operation), operation])),
);

/** Two operations are the same if they are at the same place, whatever their parameters are called. */
export function keyOf({ method, path }: Pick<Operation, "method" | "path">): string {
  return `${method} ${path.replaceAll(/\{[^}]*\}/g, "{}")}`;
}

/** The operation of another contract that is the same. */
export function counterpartOf(operation: Operation, { operations }: Contract): Operation | undefined {
  return byKey(operations).get(keyOf(operation));
}

/** The same parameter of the other operation; those of a path are known by their place, not by their names. */
export function counterpartOfParameter(
  operation: Operation,
  parameter: Parameter,
  other: Operation,
): Parameter | undefined {
  if (parameter.in !== "path")
    return other.parameters.find((each) => parameterKey(each) === parameterKey(parameter));
  const name = templateNames(other.path)[templateNames(operation.path).indexOf(parameter.name)];
  return other.parameters.find((each) => each.in === "path" && each.name === name);
}

function templateNames(path: string): string[] {
  return [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name);
}

/** The JSON Pointers of what a contract says about a part of the operation's requests; see `Refusal`. */
export function placesOfPart(contract: Contract, operation: Operation | undefined, part: string): string[] {
  if (operation === undefined) return [];
  const { parameters, pointer, requestBody } = operation;
  switch (part) {
    case "path":
      return [pointer];
    case "security":
      return [
        `${pointer}/security`,
        "/security",
        ...contract.securitySchemes.map((scheme) => scheme.pointer),
      ];
    case "body":
      return [requestBody?.pointer ?? `${pointer}/requestBody`];
    case "servers":
      return [`${pointer}/servers`, `${pointer.slice(0, pointer.lastIndexOf("/"))}/servers`, "/servers"];
    default:
      return parameters
        .filter((parameter) => parameterKey(parameter) === part)
        .map(({ parameterPointer }) => parameterPointer);
  }
}

/** The JSON Pointer of what a contract says about a status of the operation. */
export function placesOfStatus(operation: Operation | undefined, status: number): string[] {
  if (operation === undefined) return [];
  return [responseFor(operation, status)?.pointer ?? `${operation.pointer}/responses/${status}`];
}
