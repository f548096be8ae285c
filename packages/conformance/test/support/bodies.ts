import type { JsonObject, JsonValue } from "@workflow-api/contract";

/** Schemas of a small contract, and the rest of its components. */
export interface Bodies {
  readonly mediaType?: string;
  /** The Encoding Objects of the fields of a form. */
  readonly encoding?: JsonObject;
}

/** A contract of one operation whose request body is of a schema. */
export function taking(schema: JsonValue, bodies: Bodies = {}): JsonObject {
  return documentOf({ requestBody: { required: true, content: contentOf(schema, bodies) } });
}

/** A contract of one operation whose response is of a schema. */
export function giving(schema: JsonValue, bodies: Bodies = {}): JsonObject {
  return documentOf({ responses: { "200": { description: "Here.", content: contentOf(schema, bodies) } } });
}

function contentOf(schema: JsonValue, { encoding, mediaType = "application/json" }: Bodies): JsonObject {
  return { [mediaType]: { schema, ...(encoding && { encoding }) } };
}

function documentOf(parts: JsonObject): JsonObject {
  const operation = { operationId: "putThing", responses: { "200": { description: "Done." } }, ...parts };
  return {
    openapi: "3.1.1",
    info: { title: "Things", version: "1.0.0" },
    security: [],
    paths: { "/things": { put: operation } },
  };
}
