import {
  isObject,
  type JsonObject,
  type JsonValue,
  pointerOfReference,
  valueAt,
  walkDocument,
} from "@workflow-api/contract";

/** The parts of a contract in which there are members that only one side sends, by their names. */
export interface MarkedParts {
  readonly schemas: readonly string[];
  readonly operations: readonly string[];
  readonly paths: readonly string[];
}

/** Finds the parts in which something is marked, be it by a reference. */
export function markedParts(document: JsonObject): MarkedParts {
  const { components, paths } = document;
  const leads = (value: JsonValue | undefined): boolean => leadsToMark(document, value, new Set());
  const marked = (holder: JsonValue | undefined): string[] =>
    Object.entries(isObject(holder) ? holder : {}).flatMap(([name, value]) => (leads(value) ? [name] : []));
  const operations = [...walkDocument(document)].flatMap(({ kind, value: item }) =>
    kind === "pathItem"
      ? Object.values(item).flatMap((operation) =>
          isObject(operation) && leads([operation, item["parameters"] ?? null])
            ? [operation["operationId"]]
            : [],
        )
      : [],
  );
  return {
    schemas: marked(isObject(components) ? components["schemas"] : undefined),
    operations: [...new Set(operations.filter((id) => typeof id === "string"))],
    paths: marked(paths),
  };
}

function leadsToMark(document: JsonObject, value: JsonValue | undefined, seen: Set<string>): boolean {
  if (Array.isArray(value)) return value.some((each) => leadsToMark(document, each, seen));
  if (!isObject(value)) return false;
  const { $ref: reference, readOnly, writeOnly } = value;
  if (readOnly === true || writeOnly === true) return true;
  if (typeof reference === "string" && !seen.has(reference)) {
    seen.add(reference);
    if (leadsToMark(document, valueAt(document, pointerOfReference(reference)), seen)) return true;
  }
  return Object.values(value).some((each) => leadsToMark(document, each, seen));
}
