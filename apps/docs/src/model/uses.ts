import type { Contract, Operation } from "@workflow-api/contract";
import {
  isObject,
  type JsonValue,
  parsePointer,
  pointerOfReference,
  valueAt,
} from "@workflow-api/contract/json";

/** Where a schema is used: the operations and the schemas that refer to it themselves. */
export interface SchemaUses {
  readonly operations: readonly Operation[];
  /** Their names. */
  readonly schemas: readonly string[];
}

/** The uses of each schema of a contract, by its name. */
export function usesOfSchemas(contract: Contract): ReadonlyMap<string, SchemaUses> {
  const { document, operations } = contract;
  const uses = new Map<string, { operations: Operation[]; schemas: string[] }>();
  const useOf = (name: string) => {
    const known = uses.get(name) ?? { operations: [], schemas: [] };
    uses.set(name, known);
    return known;
  };
  for (const operation of operations)
    for (const name of schemasIn(contract, ...partsOf(contract, operation)))
      useOf(name).operations.push(operation);
  const schemas = valueAt(document, "/components/schemas") ?? {};
  for (const [user, schema] of Object.entries(isObject(schemas) ? schemas : {}))
    for (const name of schemasIn(contract, schema)) useOf(name).schemas.push(user);
  return uses;
}

/** The parts of an operation that hold schemas. */
function partsOf(contract: Contract, { parameters, requestBody, responses }: Operation) {
  const parts = [...parameters, ...(requestBody ? [requestBody] : []), ...responses];
  return parts.map(({ pointer }) => valueAt(contract.document, pointer));
}

/** The schemas to which parts of the document refer, also by way of other components. */
function schemasIn({ document }: Contract, ...parts: readonly (JsonValue | undefined)[]) {
  const found = new Set<string>();
  const visited = new Set<string>();
  const follow = (reference: string): void => {
    if (visited.has(reference)) return;
    visited.add(reference);
    const pointer = pointerOfReference(reference);
    const [, kind, name] = parsePointer(pointer);
    if (kind !== "schemas") visit(valueAt(document, pointer));
    else if (name !== undefined) found.add(name);
  };
  const visit = (value: JsonValue | undefined): void => {
    if (typeof value !== "object" || value === null) return;
    if (isObject(value) && typeof value["$ref"] === "string") follow(value["$ref"]);
    for (const part of Object.values(value)) visit(part);
  };
  parts.forEach(visit);
  return found;
}
