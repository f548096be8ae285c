import { isObject, type JsonObject, type JsonValue } from "./json.ts";
import { mapSchemas } from "./map-schemas.ts";
import { createResolver } from "./reading.ts";
import { requiringNone } from "./requiring-none.ts";
import { isMarked } from "./schema-facets.ts";
import type { SchemaWorld } from "./schema-places.ts";
import { walkDocument } from "./walk-document.ts";

/** Who sends what a schema describes. */
export type Sender = "client" | "server";

/** What marks a member as one that does not travel in a direction, by who sends. */
export const foreignMarks = { client: "readOnly", server: "writeOnly" } as const;

/**
 * What stands in place of a member that does not travel in a direction. A server may ignore it or refuse it where it is
 * sent to it, but itself it never answers it (JSON Schema Validation 2020-12, section 9.4).
 */
const placeholders: Readonly<Record<Sender, JsonObject>> = {
  client: { readOnly: true },
  server: { writeOnly: true, not: {} },
};

/** Under this name among the `$defs` of a member that does not travel stands what it is where it does. */
export const otherDirection = "otherDirection";

/**
 * A document as one side reads it: of a member that does not travel in this direction nothing is asked, and it is not
 * required (OpenAPI 3.0, "Schema Object", which 3.1 leaves to JSON Schema), whichever schema of the same value does so.
 * What a server never answers is refused.
 * @returns The document itself if it has no such member.
 */
export function documentAsSentBy(document: JsonObject, sender: Sender): JsonObject {
  const sent = known[sender].get(document) ?? rewritten(document, sender);
  known[sender].set(document, sent);
  return sent;
}

const known: Readonly<Record<Sender, WeakMap<JsonObject, JsonObject>>> = {
  client: new WeakMap(),
  server: new WeakMap(),
};

function rewritten(document: JsonObject, sender: Sender): JsonObject {
  const mark = foreignMarks[sender];
  const isOneWay = [...walkDocument(document)].some(
    ({ kind, value }) => kind === "schema" && value[mark] === true,
  );
  if (!isOneWay) return document;
  const world = { resolve: createResolver(document) };
  const foreign = (schema: JsonObject): string[] => foreignMembers(world, schema, mark);
  return mapSchemas(document, (schema) => {
    const released = requiringNone(world, schema, foreign);
    return withPlaceholders(released, foreign(released), placeholders[sender]);
  });
}

function foreignMembers(
  world: SchemaWorld,
  { properties }: JsonObject,
  mark: "readOnly" | "writeOnly",
): string[] {
  return Object.entries(isObject(properties) ? properties : {}).flatMap(([name, schema]) =>
    isObject(schema) && isMarked(world, [{ schema, pointer: "" }], mark) ? [name] : [],
  );
}

function withPlaceholders(schema: JsonObject, names: readonly string[], placeholder: JsonObject): JsonObject {
  const { properties } = schema;
  if (names.length === 0 || !isObject(properties)) return schema;
  const replaced = names.map((name): [string, JsonValue] => [
    name,
    { ...placeholder, $defs: { [otherDirection]: properties[name] ?? true } },
  ]);
  return { ...schema, properties: { ...properties, ...Object.fromEntries(replaced) } };
}

/** Whether a schema stands in place of a member that is never answered. */
export function isNeverAnswered(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  const { not, writeOnly } = schema;
  return writeOnly === true && isObject(not) && Object.keys(not).length === 0;
}
