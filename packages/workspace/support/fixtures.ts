// Contracts for tests and benches beside the one of the service: plain documents, to be given to `readContract`.
import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** A value of JSON. */
export type Json = boolean | null | number | string | readonly Json[] | { readonly [name: string]: Json };

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
 * A contract with as many operations as asked for: those of the service over and over, each copy with paths, schemas,
 * responses, parameters and scenarios of its own, as a service that grows has them.
 *
 * @param operations - How many; from 2, as the service has that many.
 */
export function growContract(operations: number): JsonDocument {
  const own = ownContract();
  const paths = Object.entries(objectAt(own, "paths"));
  const components = objectAt(own, "components");
  const grown: Record<string, Json> = {};
  const parts: Record<string, Record<string, Json>> = {
    schemas: {},
    responses: {},
    parameters: {},
    securitySchemes: { ...objectAt(components, "securitySchemes") },
  };
  for (let count = 0; count < operations; count++) {
    const [path, item = {}] = paths[count % paths.length] ?? ["/"];
    const copy = Math.floor(count / paths.length);
    const suffix = copy === 0 ? "" : String(copy);
    grown[copy === 0 ? path : `/copy_${copy}${path}`] = renamed(item, suffix);
    if (count % paths.length !== 0) continue;
    for (const kind of ["schemas", "responses", "parameters"])
      for (const [name, value] of Object.entries(objectAt(components, kind)))
        Object.assign(parts[kind] ?? {}, { [`${name}${suffix}`]: renamed(value, suffix) });
  }
  return { ...own, paths: grown, components: parts };
}

/** A copy whose references and operation ids end with a suffix. */
function renamed(value: Json, suffix: string): Json {
  if (isList(value)) return value.map((item) => renamed(item, suffix));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const isName = name === "operationId" || name === "$ref";
      return [name, isName && typeof member === "string" ? `${member}${suffix}` : renamed(member, suffix)];
    }),
  );
}

/** Objects member by member, lists one after the other; what is new behind what is there. */
function merge(base: JsonDocument, more: JsonDocument): JsonDocument {
  const merged: Record<string, Json> = { ...base };
  for (const [name, value] of Object.entries(more)) {
    const known = merged[name];
    if (known === undefined) merged[name] = value;
    else if (isList(known) && isList(value)) merged[name] = [...known, ...value];
    else if (isDocument(known) && isDocument(value)) merged[name] = merge(known, value);
    else throw new Error(`The further operations would change "${name}" of the contract.`);
  }
  return merged;
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
