import {
  appendPointer,
  isObject,
  type JsonObject,
  parsePointer,
  pointerOfReference,
  valueAt,
} from "../json.ts";
import type { Parameter } from "../model.ts";
import type { OperationParts } from "../operations.ts";
import { below, locationAt, partsOf, type SchemaLocation } from "../schemas.ts";
import { type Finding, findingsAt, notSupported } from "./kind.ts";

// The rules between the parts of a contract. profile.ts has those of each part.

/**
 * Schemas that refer to themselves without a property in between. They constrain no value, and
 * validating by them never ends. If only items are in between, TypeScript cannot express the type
 * (error 2502).
 */
export function endlessSchemas(document: JsonObject): Finding[] {
  const found: Finding[] = [];
  const open = new Set<string>();
  const done = new Set<string>();
  const visit = (location: SchemaLocation): void => {
    const { pointer } = location;
    if (open.has(pointer)) {
      const name = parsePointer(pointer).at(-1);
      found.push({
        message: `schema "${name}" leads back to itself: let it go through a property of an object`,
        pointer,
      });
    } else if (!done.has(pointer)) {
      open.add(pointer);
      stepsFrom(document, location).forEach(visit);
      open.delete(pointer);
      done.add(pointer);
    }
  };
  const schemas = valueAt(document, "/components/schemas") ?? {};
  for (const name of Object.keys(schemas))
    visit(locationAt(document, appendPointer("/components/schemas", name)));
  return found;
}

/** The schemas that apply to the same value as this one, or to its items. */
function stepsFrom(document: JsonObject, location: SchemaLocation): SchemaLocation[] {
  const target = isObject(location.schema) ? location.schema["$ref"] : undefined;
  return [
    ...(typeof target === "string" ? [locationAt(document, pointerOfReference(target))] : []),
    ...(["allOf", "anyOf", "oneOf"] as const).flatMap((keyword) => partsOf(location, keyword)),
    ...below(location, "items"),
    ...below(location, "not"),
  ];
}

/** Contradictions between the operations of a contract, and with what they refer to. */
export function contradictions(
  document: JsonObject,
  operations: readonly OperationParts[],
): Finding[] {
  const parameters = operations.flatMap((operation) => operation.parameters);
  const headers = operations.flatMap(({ responses }) =>
    responses.flatMap((response) => response.headers),
  );
  return [
    ...repeated(operations, ({ operationId }) => operationId).map(({ first, second }) => ({
      message:
        `operationId ${second.operationId} is that of ${first.method} ${first.path} too: ` +
        "give each operation its own",
      pointer: `${second.pointer}/operationId`,
    })),
    ...samePaths(operations),
    ...operations.flatMap(inOperation),
    ...[...new Set(parameters)].flatMap((parameter) => onTheWire(parameter, "parameter")),
    ...[...new Set(headers)].flatMap((header) => onTheWire(header, "header")),
    ...["", ...operations.map(({ pointer }) => pointer)].flatMap((holder) =>
      unknownSchemes(document, holder),
    ),
  ];
}

/** The pairs of items with the same key. */
export function repeated<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
): { first: T; second: T }[] {
  const seen = new Map<string, T>();
  return items.flatMap((second) => {
    const first = seen.get(keyOf(second));
    if (first !== undefined) return [{ first, second }];
    seen.set(keyOf(second), second);
    return [];
  });
}

function samePaths(operations: readonly OperationParts[]): Finding[] {
  const paths = [...new Set(operations.map(({ path }) => path))];
  return repeated(paths, (path) => path.replaceAll(/\{[^}]*\}/g, "{}")).map(
    ({ first, second }) => ({
      message: `path ${second} is the same as ${first}: no request could tell them apart`,
      pointer: appendPointer("/paths", second),
    }),
  );
}

function inOperation(operation: OperationParts): Finding[] {
  const { method, operationId, parameters, path, pointer } = operation;
  const templated = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name);
  const declared = parameters.filter((parameter) => parameter.in === "path");
  const undeclared = templated.filter((name) => !declared.some((each) => each.name === name));
  return [
    ...findingsAt(
      pointer,
      ...undeclared.map(
        (name) => `path ${path} has {${name}}, and no parameter of this name: add one`,
      ),
    ),
    ...declared.flatMap(({ name, pointer: at }) =>
      findingsAt(
        at,
        !templated.includes(name) &&
          `parameter "${name}" is in the path, and ${path} has no {${name}}: ` +
            "add it, or remove the parameter",
      ),
    ),
    ...repeated(parameters, ({ key }) => key).flatMap(({ second: { key, pointer: at } }) =>
      findingsAt(at, `operation "${operationId}" has two parameters ${key}: remove one`),
    ),
    ...operation.responses.flatMap(({ code, content, pointer: at }) =>
      findingsAt(
        at,
        /^(204|205|304)$/.test(code) &&
          content.length > 0 &&
          `response "${code}" has content, and no client reads one (RFC 9110, 15): remove it`,
      ),
    ),
    ...findingsAt(
      `${pointer}/requestBody`,
      operation.requestBody !== undefined &&
        method === "GET" &&
        `operation "${operationId}" has a body, which has no meaning for GET (RFC 9110, 9.3): ` +
          "use POST, or query parameters",
    ),
  ];
}

/** Parameters and headers are primitives; in a request, also lists of primitives. */
function onTheWire({ name, shape }: Parameter, kind: "header" | "parameter"): Finding[] {
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
  if (problem === undefined) return [];
  const advice = notSupported("state by type which primitive it is, or its items are");
  return [{ message: `${kind} "${name}" ${problem}, ${advice}`, pointer: shape.pointer }];
}

function unknownSchemes(document: JsonObject, holder: string): Finding[] {
  const requirements = valueAt(document, `${holder}/security`);
  return (Array.isArray(requirements) ? requirements : []).flatMap(
    (requirement: JsonObject, index) =>
      Object.keys(requirement)
        .filter(
          (name) =>
            valueAt(document, appendPointer("/components/securitySchemes", name)) === undefined,
        )
        .map((name) => ({
          kind: "security",
          message: `security names ${name}, which components/securitySchemes does not have: add it`,
          pointer: appendPointer(`${holder}/security`, index, name),
        })),
  );
}
