import type { JsonObject } from "./json.ts";
import { mapSchemas } from "./map-schemas.ts";
import { walkDocument } from "./walk-document.ts";

/** What tells of a value and judges none: beside a reference it counts in place of what the target says of the same. */
const annotations: readonly string[] = [
  ...["$comment", "$defs", "title", "description", "default", "deprecated", "example", "examples"],
  ...["externalDocs", "readOnly", "writeOnly", "xml"],
];

/**
 * A document whose references of schemas have nothing beside them that judges values: what a `$ref` refers to holds as
 * well as what stands beside it (JSON Schema 2020-12, 8.2.3.1), so that it becomes the last part of an `allOf`. All else
 * stays at its pointer.
 * @returns The document itself if it has no such reference.
 */
export function withReferencesAlone(document: JsonObject): JsonObject {
  const isAlone = [...walkDocument(document)].every(
    ({ kind, value }) => kind !== "schema" || !isWider(value),
  );
  return isAlone ? document : mapSchemas(document, (schema) => (isWider(schema) ? widened(schema) : schema));
}

/** Whether a schema is a reference, and has more beside it that judges values. */
export function isWider(schema: JsonObject): boolean {
  const judges = (name: string): boolean => !annotations.includes(name) && !name.startsWith("x-");
  return (
    typeof schema["$ref"] === "string" && Object.keys(schema).some((name) => name !== "$ref" && judges(name))
  );
}

function widened({ $ref, ...others }: JsonObject): JsonObject {
  const { allOf } = others;
  return { ...others, allOf: [...(Array.isArray(allOf) ? allOf : []), { $ref }] };
}
