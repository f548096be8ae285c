import { isObject, type JsonObject, type JsonValue } from "@workflow-api/contract";

/**
 * A way to write a contract otherwise.
 * @param seed Tells which, where there are several ways.
 * @returns The document itself: it has nothing to be written otherwise.
 */
export type Rewrite = (document: JsonObject, seed: number) => JsonObject;

/** A way to write an operation otherwise that the canonical form takes for the same. */
export interface SameOperation {
  /** What it changes, which nothing shows. */
  readonly rule: string;
  readonly rewrite: Rewrite;
}

/** Rewrites the members of an object; what is none has none. */
export function mapped(
  object: JsonValue | undefined,
  change: (member: JsonValue, name: string) => JsonValue,
): JsonObject {
  const members = Object.entries(isObject(object) ? object : {});
  return Object.fromEntries(members.map(([name, member]) => [name, change(member ?? null, name)]));
}

/** The parameters that stand on an operation itself. */
export function parametersOf(operation: JsonObject): JsonObject[] {
  return Array.isArray(operation["parameters"]) ? operation["parameters"].filter(isObject) : [];
}

/** Rewrites every operation; a seed tells how, where there are several ways. */
export function eachOperation(change: (operation: JsonObject, seed: number) => JsonObject): Rewrite {
  return (document, seed) => ({
    ...document,
    paths: mapped(document["paths"], (item) =>
      mapped(item, (operation) => (isObject(operation) ? change(operation, seed) : operation)),
    ),
  });
}

/** Rewrites every parameter. */
export function eachParameter(change: (parameter: JsonObject, seed: number) => JsonObject): Rewrite {
  return eachOperation((operation, seed) => ({
    ...operation,
    parameters: parametersOf(operation).map((parameter, index) => change(parameter, seed + index)),
  }));
}

/** Rewrites the schema of every request body. */
export function eachBody(change: (schema: JsonObject, mediaType: string) => JsonObject): Rewrite {
  return eachOperation((operation) => {
    const body = operation["requestBody"];
    return isObject(body) ? { ...operation, requestBody: contentsWith(change)(body) } : operation;
  });
}

/** Rewrites every response. */
export function eachResponse(change: (response: JsonObject, seed: number) => JsonObject): Rewrite {
  return eachOperation((operation, seed) => ({
    ...operation,
    responses: mapped(operation["responses"], (response) => change(isObject(response) ? response : {}, seed)),
  }));
}

/** Rewrites the schemas of the content of a body or a response. */
export function contentsWith(
  change: (schema: JsonObject, mediaType: string) => JsonObject,
): (holder: JsonObject) => JsonObject {
  return (holder) => ({
    ...holder,
    content: mapped(holder["content"], (media, mediaType) => {
      const schema = isObject(media) ? media["schema"] : undefined;
      return isObject(media) && isObject(schema) ? { ...media, schema: change(schema, mediaType) } : media;
    }),
  });
}
