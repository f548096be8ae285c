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

/** How many schemas may apply to one value and what it must hold, one through the other. */
const mostSteps = 200;
/** How many are followed, so that a longer chain is one problem. */
const mostFollowed = 1000;

/**
 * Reports schemas that refer to themselves without a property in between. They constrain no value,
 * and validating by them never ends. If only items are in between, TypeScript cannot express the
 * type (error 2502). Longer chains than any contract needs are reported, too: validators and makers
 * of values follow them by calling themselves.
 */
export function checkEndless(document: JsonObject, addProblem: AddProblem): void {
  const heights = new Map<string, number>();
  // How many required members lead to the schemas that are being visited.
  const open = new Map<string, number>();
  const visit = (location: SchemaLocation, depth: number, members: number): number => {
    const { pointer } = location;
    const addHere = (problem: string, kind: string): void =>
      addProblem(pointer, `schema "${parsePointer(pointer).at(-1)}" ${problem}`, kind);
    if (open.get(pointer) === members)
      addHere("leads back to itself: let it go through a property of an object", "endless schema");
    if (open.has(pointer)) return 0;
    const known = heights.get(pointer);
    if (known !== undefined || depth > mostFollowed) return known ?? 0;
    open.set(pointer, members);
    const steps = [
      ...stepsFrom(document, location).map((next) => visit(next, depth + 1, members)),
      ...requiredMembers(location).map((next) => visit(next, depth + 1, members + 1)),
    ];
    open.delete(pointer);
    const height = Math.max(0, ...steps) + 1;
    heights.set(pointer, height);
    if (height === mostSteps + 1)
      addHere(`leads through ${mostSteps} others: shorten it`, "long schema");
    return height;
  };
  for (const name of Object.keys(valueAt(document, "/components/schemas") ?? {}))
    visit(locationAt(document, appendPointer("/components/schemas", name)), 0, 0);
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

/** The schemas of the members that each object has. */
function requiredMembers(location: SchemaLocation): SchemaLocation[] {
  const required = isObject(location.schema) ? location.schema["required"] : undefined;
  if (!Array.isArray(required)) return [];
  return required.flatMap((name) => subschemas(location, "properties", String(name)));
}

/** Reports contradictions between the operations of a contract. */
export function checkOperations(
  operations: readonly OperationParts[],
  addProblem: AddProblem,
): void {
  const paths = [...new Set(operations.map(({ path }) => path))];
  for (const [first, second] of repeated(paths, (path) => path.replaceAll(/\{[^}]*\}/g, "{}")))
    addProblem(
      appendPointer("/paths", second),
      `path ${second} is the same as ${first}: no request could tell them apart`,
      "same path",
    );
  for (const operation of operations) {
    checkPath(operation, addProblem);
    for (const [, { key, pointer }] of repeated(operation.parameters, (each) => each.key))
      addProblem(
        pointer,
        `parameter ${key} of ${operation.operationId} stands twice: remove one`,
        "same parameter",
      );
    for (const parameter of operation.parameters) checkSent(parameter, "parameter", addProblem);
    for (const header of operation.responses.flatMap(({ headers }) => headers))
      checkSent(header, "header", addProblem);
    if (operation.requestBody !== undefined && operation.method === "GET")
      addProblem(
        `${operation.pointer}/requestBody`,
        `operation "${operation.operationId}" needs a body, which has no meaning for GET ` +
          "(RFC 9110, 9.3): use POST, or query parameters",
        "body of GET",
      );
  }
}

/** The pairs of an item with an earlier one of the same key. */
export function repeated<T>(items: readonly T[], keyOf: (item: T) => string): [T, T][] {
  return [...groupBy(items, keyOf).values()].flatMap(([first, ...later]) =>
    first === undefined ? [] : later.map((second): [T, T] => [first, second]),
  );
}

function checkPath({ parameters, path, pointer }: OperationParts, addProblem: AddProblem): void {
  const templated = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name);
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  const declared = inPath.map(({ name }) => name);
  for (const name of new Set([...templated, ...declared]))
    if (!templated.includes(name) || !declared.includes(name))
      addProblem(
        pointer,
        `path ${path} must have {${name}}, and a parameter in the path with this name: add it`,
        "path parameter",
      );
}

/** Parameters and headers are primitives; in a request, also lists of primitives. */
function checkSent(
  { isList, name, shape }: Parameter,
  kind: "header" | "parameter",
  addProblem: AddProblem,
): void {
  const sent = isList && kind === "parameter" ? shape.items.types : shape.types;
  const isPrimitive = !sent.includes("array") && !sent.includes("object");
  if (isPrimitive && (!sent.includes("string") || sent.length === 1)) return;
  const problem = isPrimitive ? "a string or something else" : "an object or a list";
  const advice = notSupported("state by type which primitive it is, or its items are");
  addProblem(shape.pointer, `${kind} "${name}" may be ${problem}, ${advice}`, `type of a ${kind}`);
}
