import {
  appendPointer,
  isObject,
  type JsonObject,
  parsePointer,
  pointerOfReference,
  valueAt,
} from "./json.ts";
import type { Operation, Parameter, SchemaPlace } from "./model.ts";
import { below, facetsOf, itemPlaces, partsOf, placeAt, typesOf } from "./places.ts";
import type { Finding } from "./structure.ts";

// What the parts of a contract must say of each other. Each part by itself is looked at by profile.ts.

/**
 * Schemas that lead back to themselves without a property between. Without looking into a value they say nothing, and to
 * judge by them never ends; through items alone they cannot be written as a type of TypeScript (error 2502).
 */
export function endlessSchemas(document: JsonObject): Finding[] {
  const found: Finding[] = [];
  const open = new Set<string>();
  const done = new Set<string>();
  const visit = (place: SchemaPlace): void => {
    const { pointer } = place;
    if (open.has(pointer)) {
      const name = parsePointer(pointer).at(-1);
      found.push({
        message: `schema "${name}" leads back to itself: let it go through a property of an object`,
        pointer,
      });
    } else if (!done.has(pointer)) {
      open.add(pointer);
      stepsFrom(document, place).forEach(visit);
      open.delete(pointer);
      done.add(pointer);
    }
  };
  const schemas = valueAt(document, "/components/schemas") ?? {};
  for (const name of Object.keys(schemas))
    visit(placeAt(document, appendPointer("/components/schemas", name)));
  return found;
}

/** The schemas that judge the same value as this one, or its items. */
function stepsFrom(document: JsonObject, place: SchemaPlace): SchemaPlace[] {
  const target = isObject(place.schema) ? place.schema["$ref"] : undefined;
  return [
    ...(typeof target === "string" ? [placeAt(document, pointerOfReference(target))] : []),
    ...(["allOf", "anyOf", "oneOf"] as const).flatMap((keyword) => partsOf(place, keyword)),
    below(place, "items") ?? [],
  ].flat();
}

type OperationParts = Omit<Operation, "scenarios" | "defaultScenario">;

/** What the operations of a contract contradict, in each other and in what they refer to. */
export function contradictions(document: JsonObject, operations: readonly OperationParts[]): Finding[] {
  const parameters = new Map(
    operations.flatMap((operation) =>
      [...operation.parameters, ...operation.responses.flatMap(({ headers }) => headers)].map((parameter) => [
        parameter.parameterPointer,
        parameter,
      ]),
    ),
  );
  return [
    ...sameIds(operations),
    ...samePaths(operations),
    ...operations.flatMap((operation) => [
      ...pathParameters(operation),
      ...sameParameters(operation),
      ...bodyWithoutMeaning(operation),
    ]),
    ...[...parameters.values()].flatMap((parameter) => wireForms(document, parameter)),
    ...unknownSchemes(document, ["", ...operations.map(({ pointer }) => pointer)]),
  ];
}

/** The second one of each pair that has the same key. */
export function repeated<T>(items: readonly T[], keyOf: (item: T) => string): { first: T; second: T }[] {
  const seen = new Map<string, T>();
  return items.flatMap((second) => {
    const first = seen.get(keyOf(second));
    if (first === undefined) seen.set(keyOf(second), second);
    return first === undefined ? [] : [{ first, second }];
  });
}

function sameIds(operations: readonly OperationParts[]): Finding[] {
  return repeated(operations, ({ operationId }) => operationId).map(({ first, second }) => ({
    message: `operationId ${second.operationId} is that of ${first.method} ${first.path} too: give each operation its own`,
    pointer: `${second.pointer}/operationId`,
  }));
}

function samePaths(operations: readonly OperationParts[]): Finding[] {
  const paths = [...new Set(operations.map(({ path }) => path))];
  return repeated(paths, (path) => path.replaceAll(/\{[^}]*\}/g, "{}")).map(({ first, second }) => ({
    message: `path ${second} is the same as ${first}: no request could tell them apart`,
    pointer: appendPointer("/paths", second),
  }));
}

function pathParameters({ parameters, path, pointer }: OperationParts): Finding[] {
  const templated = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name);
  const declared = parameters.filter((parameter) => parameter.in === "path");
  return [
    ...templated
      .filter((name) => !declared.some((parameter) => parameter.name === name))
      .map((name) => ({
        message: `path ${path} has {${name}}, and no parameter of this name: add one`,
        pointer,
      })),
    ...declared
      .filter(({ name }) => !templated.includes(name))
      .map(({ name, parameterPointer }) => ({
        message: `parameter "${name}" is in the path, and ${path} has no {${name}}: add it, or remove the parameter`,
        pointer: parameterPointer,
      })),
  ];
}

function sameParameters({ parameters, operationId }: OperationParts): Finding[] {
  return repeated(parameters, ({ key }) => key).map(({ second }) => ({
    message: `operation "${operationId}" has two parameters ${second.key}: remove one`,
    pointer: second.parameterPointer,
  }));
}

function bodyWithoutMeaning({ method, operationId, pointer, requestBody }: OperationParts): Finding[] {
  if (requestBody === undefined || (method !== "GET" && method !== "DELETE")) return [];
  const message = `operation "${operationId}" has a body, which has no meaning for ${method} (RFC 9110, 9.3): use POST, or query parameters`;
  return [{ message, pointer: `${pointer}/requestBody` }];
}

/** What travels as text is a primitive, or a list of primitives in a request. */
function wireForms(document: JsonObject, parameter: Parameter): Finding[] {
  const problem = wireProblem(document, parameter);
  if (problem === undefined) return [];
  const what = `${parameter.parameterPointer.includes("/headers/") ? "header" : "parameter"} "${parameter.name}"`;
  const advice =
    "which this kit does not support: state by type that it is a primitive or a list of primitives";
  return [{ message: `${what} ${problem}, ${advice}`, pointer: parameter.pointer }];
}

function wireProblem(document: JsonObject, parameter: Parameter): string | undefined {
  const types = typesOf(document, [parameter]);
  if (types.includes("object")) return "may be an object";
  if (!types.includes("array")) return undefined;
  if (types.length > 1) return "may be a list or something else";
  if (parameter.parameterPointer.includes("/headers/")) return "is a list in a response";
  const items = typesOf(document, itemPlaces(facetsOf(document, [parameter])));
  return items.some((type) => type === "object" || type === "array")
    ? "may be a list of objects or lists"
    : undefined;
}

function unknownSchemes(document: JsonObject, holders: readonly string[]): Finding[] {
  const schemes = valueAt(document, "/components/securitySchemes") ?? {};
  return holders.flatMap((holder) => {
    const ways = valueAt(document, `${holder}/security`);
    return (Array.isArray(ways) ? ways : []).flatMap((way, index) =>
      Object.keys(way)
        .filter((name) => !Object.hasOwn(schemes as JsonObject, name))
        .map((name) => ({
          message: `security names ${name}, which components/securitySchemes does not have: add it`,
          pointer: appendPointer(`${holder}/security`, index, name),
        })),
    );
  });
}
