// Contracts for tests and benches beside the one of the service: plain documents, to be given to
// `readContract`.
import { readFileSync } from "node:fs";
import { load } from "js-yaml";

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

/** The operations of the service, and further ones that use everything that the profile allows. */
export function furtherContract(): JsonDocument {
  return withFurtherOperations(withoutQuestions());
}

/** The contract of the service without its open questions, some of which excuse a response. */
function withoutQuestions(): JsonDocument {
  const { "x-gaps": _, ...contract } = ownContract();
  return contract;
}

/** A contract with the further operations. */
export function withFurtherOperations(contract: JsonDocument): JsonDocument {
  return merge(contract, readYaml("./further.yaml"));
}

/** What a copy of a contract renames. */
type GrownParts = {
  readonly paths: Record<string, Json>;
  readonly components: Record<string, Record<string, Json>>;
};

/**
 * A contract of any size: copies of that of the fixture, each with paths and components of its own.
 *
 * @param operations - How many at least.
 */
export function growContract(operations: number): JsonDocument {
  const text = JSON.stringify(withoutQuestions());
  const grown: GrownParts = JSON.parse(text);
  const members = Object.values(grown.paths).flatMap((item) => Object.keys(item ?? {}));
  const operationCount = members.filter((name) =>
    /^(get|post|put|patch|delete)$/.test(name),
  ).length;
  for (let copy = 1; copy * operationCount < operations; copy++) {
    const names = /"operationId":"\w+|"#\/components\/\w+\/\w+/g;
    const { paths, components }: GrownParts = JSON.parse(text.replaceAll(names, `$&${copy}`));
    for (const [path, item] of Object.entries(paths)) grown.paths[`/copy_${copy}${path}`] = item;
    const { securitySchemes: _, ...kinds } = components;
    for (const [kind, parts] of Object.entries(kinds))
      for (const [name, part] of Object.entries(parts))
        Object.assign(grown.components[kind] ?? {}, { [`${name}${copy}`]: part });
  }
  return grown;
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
  const document: unknown = load(readFileSync(new URL(path, import.meta.url), "utf8"));
  // YAML's aliases lead to one object in several places; JSON has none.
  return JSON.parse(JSON.stringify(document));
}

function isDocument(value: Json): value is JsonDocument {
  return typeof value === "object" && value !== null && !isList(value);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
