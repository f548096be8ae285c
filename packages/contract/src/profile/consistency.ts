import {
  appendPointer,
  groupBy,
  isObject,
  isWithin,
  type JsonObject,
  type JsonValue,
  memberAt,
  parsePointer,
  pointerOfReference,
} from "../json.ts";
import type { Parameter } from "../model.ts";
import type { OperationParts } from "../read/operations.ts";
import { isWritable } from "../wire/forms.ts";
import { notSupported, type UnlocatedProblem } from "./kind.ts";
import type { OpenApi } from "./profile.ts";

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
export function checkEndless({ components }: OpenApi, addProblem: AddProblem): void {
  const schemas: JsonObject = components?.schemas ?? {};
  const heights = new Map<JsonObject, number>();
  // How many required members lead to the schemas that are being visited.
  const open = new Map<JsonObject, number>();
  const visit = (schema: JsonValue | undefined, name: string, members: number): number => {
    if (!isObject(schema)) return 0;
    const addHere = (problem: string, kind: string): void =>
      addProblem(appendPointer("/components/schemas", name), `schema "${name}" ${problem}`, kind);
    if (open.get(schema) === members)
      addHere("leads back to itself: let it go through a property of an object", "endless schema");
    if (open.has(schema)) return 0;
    const known = heights.get(schema);
    if (known !== undefined || open.size > mostFollowed) return known ?? 0;
    open.set(schema, members);
    const target = componentOf(schema);
    const steps = [
      target === undefined ? 0 : visit(schemas[target], target, members),
      ...stepsFrom(schema).map((next) => visit(next, name, members)),
      ...requiredMembers(schema).map((next) => visit(next, name, members + 1)),
    ];
    open.delete(schema);
    const height = Math.max(...steps) + 1;
    heights.set(schema, height);
    if (height === mostSteps + 1)
      addHere(`leads through ${mostSteps} others: shorten it`, "long schema");
    return height;
  };
  for (const [name, schema] of Object.entries(schemas)) visit(schema, name, 0);
}

/** The name of the component that a schema refers to. */
function componentOf({ $ref }: JsonObject): string | undefined {
  return typeof $ref === "string" ? parsePointer(pointerOfReference($ref)).at(-1) : undefined;
}

/** The subschemas that apply to the same value as a schema, or to its items. */
function stepsFrom({ allOf, anyOf, items, not, oneOf }: JsonObject): JsonValue[] {
  return [allOf ?? [], anyOf ?? [], oneOf ?? [], items ?? [], not ?? []].flat() as JsonValue[];
}

/** The schemas of the members that each object has. */
function requiredMembers({ properties, required }: JsonObject): (JsonValue | undefined)[] {
  const names = Array.isArray(required) && isObject(properties) ? required : [];
  return names.map((name) => memberAt(properties, String(name)));
}

/** Reports contradictions between the operations of a contract. */
export function checkOperations(
  operations: readonly OperationParts[],
  addProblem: AddProblem,
): void {
  const shapeOf = ({ method, path }: OperationParts): string =>
    `${method} ${path.replaceAll(/\{[^}]*\}/g, "{}")}`;
  for (const [first, { path, pointer }] of repeated(operations, shapeOf))
    addProblem(
      pointer,
      `path ${path} is the same as ${first.path}: no request could tell them apart`,
      "same path",
    );
  for (const operation of operations) {
    checkPath(operation, addProblem);
    for (const [, { key, pointer }] of repeated(operation.parameters, (each) => each.key))
      addProblem(
        // Others may need the component.
        isWithin(pointer, "/components") ? operation.pointer : pointer,
        `parameter ${key} of ${operation.operationId} stands twice: remove one`,
        "same parameter",
      );
    const headers = operation.responses.flatMap((response) => response.headers);
    for (const sent of [...operation.parameters, ...headers]) checkSent(sent, addProblem);
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

/** Some value of a parameter or a header has to have a text. */
function checkSent(parameter: Parameter, addProblem: AddProblem): void {
  const { forms, in: location, isList, name, shape, style } = parameter;
  if (isWritable(parameter, shape)) return;
  const found = isList
    ? "lists of objects or of lists"
    : forms.map((form) => `${form}s`).join(" or ");
  const nested = forms.includes("object") ? " that require nested ones" : "";
  const advice = notSupported(
    style === "deepObject" ? "nest less" : "use primitives, lists of them, or a JSON body",
  );
  addProblem(
    shape.pointer,
    `${location} "${name}" may only be ${found || "null"}${nested}, ${advice}`,
    "type on the wire",
  );
}
