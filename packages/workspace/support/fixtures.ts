// Contracts for tests and benches beside the one of the service: plain documents, to be given to
// `readContract`.
import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** A value of JSON. */
export type Json =
  | boolean
  | null
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json };

/** An OpenAPI document. */
export type JsonDocument = { readonly [name: string]: Json };

/** The contract of the service. */
export function ownContract(): JsonDocument {
  return readYaml("../../../openapi/openapi.yaml");
}

/** The contract of the service with operations that use everything that the profile allows. */
export function furtherContract(): JsonDocument {
  return merge(ownContract(), readYaml("./further.yaml"));
}

/**
 * A contract of any size: copies of the operations of the service, each with paths, schemas,
 * responses, parameters and scenarios of its own.
 *
 * @param operations - How many; from 2, as the service has that many.
 */
export function growContract(operations: number): JsonDocument {
  const own = ownContract();
  const components = objectAt(own, "components");
  const kinds = ["parameters", "responses", "schemas"];
  const found = Object.entries(objectAt(own, "paths")).flatMap(([path, item]) =>
    Object.keys(item as object)
      .filter((name) => methods.has(name))
      .map((method) => ({ path, method, item: item as JsonDocument })),
  );
  const paths: Record<string, Json> = {};
  const parts: Record<string, Record<string, Json>> = {
    parameters: {},
    responses: {},
    schemas: {},
  };
  for (let count = 0; count < operations; count++) {
    const copy = Math.floor(count / found.length);
    const suffix = copy === 0 ? "" : String(copy);
    const { path, method, item } = found[count % found.length] ?? {
      path: "/",
      method: "get",
      item: {},
    };
    const shared = Object.entries(item).filter(([name]) => name === method || !methods.has(name));
    const name = copy === 0 ? path : `/copy_${copy}${path}`;
    paths[name] = {
      ...objectAt(paths, name),
      ...(renamed(Object.fromEntries(shared), suffix) as JsonDocument),
    };
    if (count % found.length !== 0) continue;
    for (const kind of kinds)
      for (const [part, value] of Object.entries(objectAt(components, kind)))
        Object.assign(parts[kind] ?? {}, { [`${part}${suffix}`]: renamed(value, suffix) });
  }
  return { ...own, paths, components: { ...components, ...parts } };
}

const methods: ReadonlySet<string> = new Set(["get", "post", "put", "patch", "delete"]);

/** A copy whose references and operation ids end with a suffix. */
function renamed(value: Json, suffix: string): Json {
  if (isList(value)) return value.map((item) => renamed(item, suffix));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const isName = name === "operationId" || name === "$ref";
      return [
        name,
        isName && typeof member === "string" ? `${member}${suffix}` : renamed(member, suffix),
      ];
    }),
  );
}

/**
 * Merges objects member by member, and appends the items of lists that are not there yet.
 */
function merge(base: JsonDocument, more: JsonDocument): JsonDocument {
  const merged: Record<string, Json> = { ...base };
  for (const [name, value] of Object.entries(more)) {
    const known = merged[name] ?? value;
    if (isList(known) && isList(value))
      merged[name] = [
        ...known,
        ...value.filter((item) => !known.some((other) => isSame(item, other))),
      ];
    else if (isDocument(known) && isDocument(value)) merged[name] = merge(known, value);
    else if (isSame(known, value)) merged[name] = value;
    else throw new Error(`The further operations would change "${name}" of the contract.`);
  }
  return merged;
}

function isSame(one: Json, other: Json): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function readYaml(path: string): JsonDocument {
  const document: unknown = parse(readFileSync(new URL(path, import.meta.url), "utf8"));
  // YAML's aliases lead to one object in several places; JSON has none.
  return JSON.parse(JSON.stringify(document));
}

function objectAt(value: JsonDocument, name: string): JsonDocument {
  const found = value[name];
  return found !== undefined && isDocument(found) ? found : {};
}

function isDocument(value: Json): value is JsonDocument {
  return typeof value === "object" && value !== null && !isList(value);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
