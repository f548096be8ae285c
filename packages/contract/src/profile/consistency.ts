import {
  appendPointer,
  groupBy,
  isObject,
  type JsonObject,
  parsePointer,
  pointerOfReference,
  valueAt,
} from "../json.ts";
import type { Parameter } from "../model.ts";
import type { OperationParts } from "../operations.ts";
import { locationAt, partsOf, type SchemaLocation, subschemas } from "../schemas.ts";
import { notSupported, type UnlocatedProblem } from "./kind.ts";

// The rules between the parts of a contract. profile.ts has those of each part.

/**
 * Reports a problem at a JSON Pointer of the document.
 *
 * @param kind - What it is counted by, such as the name of a rule.
 */
export type AddProblem = (pointer: string, message: string, kind?: string) => void;

/** Adds problems of a rule. */
export function ofRule(rule: string, addProblem: AddProblem): AddProblem {
  return (pointer, message) => addProblem(pointer, message, rule);
}

/** What a check reports, each once: operations share components, and then also their problems. */
export function collectProblems(check: (addProblem: AddProblem) => void): UnlocatedProblem[] {
  const found = new Map<string, UnlocatedProblem>();
  check((pointer, message, kind) =>
    found.set(`${pointer} ${message}`, { message, pointer, ...(kind !== undefined && { kind }) }),
  );
  return [...found.values()];
}

/** How many schemas may apply to one value and its items one through the other. */
const mostSteps = 200;

/**
 * Reports schemas that refer to themselves without a property in between. They constrain no value,
 * and validating by them never ends. If only items are in between, TypeScript cannot express the
 * type (error 2502). Longer chains than any contract needs are reported, too: a validator follows
 * them by calling itself.
 */
export function checkEndless(document: JsonObject, addProblem: AddProblem): void {
  const heights = new Map<string, number | "open">();
  const visit = (location: SchemaLocation, depth: number): number => {
    const { pointer } = location;
    const known = heights.get(pointer);
    const label = `schema "${parsePointer(pointer).at(-1)}"`;
    if (known === "open") {
      const advice = "let it go through a property of an object";
      addProblem(pointer, `${label} leads back to itself: ${advice}`, "endless schema");
      return 0;
    }
    if (known !== undefined || depth > mostSteps) return known ?? mostSteps;
    heights.set(pointer, "open");
    const steps = stepsFrom(document, location).map((next) => visit(next, depth + 1));
    const height = Math.max(0, ...steps) + 1;
    heights.set(pointer, height);
    if (height === mostSteps + 1)
      addProblem(pointer, `${label} leads through ${mostSteps} others: shorten it`, "long schema");
    return height;
  };
  for (const name of Object.keys(valueAt(document, "/components/schemas") ?? {}))
    visit(locationAt(document, appendPointer("/components/schemas", name)), 0);
}

/** The schemas that apply to the same value as this one, or to its items. */
function stepsFrom(document: JsonObject, location: SchemaLocation): SchemaLocation[] {
  const target = isObject(location.schema) ? location.schema["$ref"] : undefined;
  return [
    ...(typeof target === "string" ? [locationAt(document, pointerOfReference(target))] : []),
    ...(["allOf", "anyOf", "oneOf"] as const).flatMap((keyword) => partsOf(location, keyword)),
    ...subschemas(location, "items"),
    ...subschemas(location, "not"),
  ];
}

/** Reports contradictions between the operations of a contract. */
export function checkOperations(
  operations: readonly OperationParts[],
  addProblem: AddProblem,
): void {
  for (const [first, second] of repeated(operations, ({ operationId }) => operationId))
    addProblem(
      `${second.pointer}/operationId`,
      `operationId ${second.operationId} is that of ${first.method} ${first.path} too: ` +
        "give each operation its own",
      "operationId",
    );
  const paths = [...new Set(operations.map(({ path }) => path))];
  for (const [first, second] of repeated(paths, (path) => path.replaceAll(/\{[^}]*\}/g, "{}")))
    addProblem(
      appendPointer("/paths", second),
      `path ${second} is the same as ${first}: no request could tell them apart`,
      "same path",
    );
  for (const operation of operations) {
    checkInputs(operation, addProblem);
    for (const header of operation.responses.flatMap(({ headers }) => headers))
      checkSent(header, "header", addProblem);
  }
}

/** The pairs of an item with an earlier one of the same key. */
export function repeated<T>(items: readonly T[], keyOf: (item: T) => string): [T, T][] {
  return [...groupBy(items, keyOf).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : others.map((second): [T, T] => [first, second]),
  );
}

function checkInputs(operation: OperationParts, addProblem: AddProblem): void {
  const { method, operationId, parameters, path, pointer } = operation;
  const templated = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name);
  const declared = parameters.filter((parameter) => parameter.in === "path");
  for (const parameter of parameters) checkSent(parameter, "parameter", addProblem);
  for (const name of templated)
    if (!declared.some((each) => each.name === name))
      addProblem(
        pointer,
        `path ${path} has {${name}}, and no parameter of this name: add one`,
        "path parameter",
      );
  for (const parameter of declared)
    if (!templated.includes(parameter.name))
      addProblem(
        pointer,
        `parameter "${parameter.name}" is in the path, and ${path} has no {${parameter.name}}: ` +
          "add it, or remove the parameter",
        "path parameter",
      );
  for (const [, { key }] of repeated(parameters, (parameter) => parameter.key))
    addProblem(
      pointer,
      `operation "${operationId}" has two parameters ${key}: remove one`,
      "two parameters",
    );
  if (operation.requestBody !== undefined && method === "GET")
    addProblem(
      `${pointer}/requestBody`,
      `operation "${operationId}" has a body, which has no meaning for GET (RFC 9110, 9.3): ` +
        "use POST, or query parameters",
      "body of GET",
    );
}

/** Parameters and headers are primitives; in a request, also lists of primitives. */
function checkSent(
  { name, shape }: Parameter,
  kind: "header" | "parameter",
  addProblem: AddProblem,
): void {
  const { types } = shape;
  const items = shape.items.types;
  const isList = types.includes("array");
  const sent = isList ? items : types;
  const problems = [
    types.includes("object") && "may be an object",
    isList && types.length > 1 && "may be a list or something else",
    sent.includes("string") && sent.length > 1 && "may be a string or something else",
    isList && kind === "header" && "is a list in a response",
    isList &&
      (items.includes("object") || items.includes("array")) &&
      "may be a list of objects or lists",
  ];
  const problem = problems.find((each) => each !== false);
  const advice = notSupported("state by type which primitive it is, or its items are");
  if (problem !== undefined)
    addProblem(shape.pointer, `${kind} "${name}" ${problem}, ${advice}`, `type of a ${kind}`);
}
