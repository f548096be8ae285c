import { isObject, type JsonObject } from "@workflow-api/contract";
import { changedMember, deeply, nullable, untyped } from "./schema.ts";
import { eachBody, eachOperation, type SameOperation } from "./walk.ts";

/** What no request and no answer shows of request bodies. */
export const sameBodies: readonly SameOperation[] = [
  { rule: "that a text or a field of a form is text", rewrite: eachBody(textual(untyped)) },
  { rule: "that a text or a field of a form is never null", rewrite: eachBody(textual(nullable)) },
  { rule: "that a field of a form with items is a list", rewrite: eachBody(textual(unlisted)) },
  { rule: "that a body is optional", rewrite: eachOperation(withOptionalBody) },
  { rule: "a member that does not go to the server", rewrite: eachBody(changedMember("readOnly")) },
];

function unlisted(schema: JsonObject): JsonObject {
  const { type, ...rest } = schema;
  return type === "array" && rest["items"] !== undefined ? rest : schema;
}

function textual(
  change: (schema: JsonObject) => JsonObject,
): (schema: JsonObject, mediaType: string) => JsonObject {
  return (schema, mediaType) => (mediaType.endsWith("json") ? schema : deeply(schema, change));
}

function withOptionalBody(operation: JsonObject): JsonObject {
  const body = operation["requestBody"];
  if (!isObject(body) || body["required"] === true) return operation;
  const { required: _, ...rest } = body;
  return { ...operation, requestBody: rest };
}
