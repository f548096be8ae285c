import { isObject, type JsonObject } from "@workflow-api/contract";
import { changedMember, unmarkedMember } from "./schema.ts";
import { contentsWith, eachOperation, eachResponse, mapped, type SameOperation } from "./walk.ts";

/** What no request and no answer shows of responses. */
export const sameResponses: readonly SameOperation[] = [
  { rule: "what the header of an answer is where it is any text", rewrite: eachResponse(withFreeHeaders) },
  { rule: "the example of a header that its schema lists first", rewrite: eachResponse(withoutListed) },
  { rule: "that a header is never null", rewrite: eachResponse(withNullableHeaders) },
  { rule: "the schema of the answer to a HEAD", rewrite: eachHead },
  { rule: "a status that is described as the default", rewrite: eachOperation(withDescribed) },
  {
    rule: "a member that does not go to the client",
    rewrite: eachResponse(contentsWith(changedMember("writeOnly"))),
  },
  {
    rule: "that a member goes to where it goes anyway",
    rewrite: eachResponse(contentsWith(unmarkedMember("readOnly"))),
  },
];

function withFreeHeaders(response: JsonObject, seed: number): JsonObject {
  if (!isObject(response["headers"])) return response;
  const others: readonly JsonObject[] = [{}, { type: "object" }, { type: "array" }];
  return {
    ...response,
    headers: mapped(response["headers"], (header) =>
      JSON.stringify(header).includes('"array"') && isObject(header)
        ? { ...header, schema: others[seed % others.length] ?? {} }
        : header,
    ),
  };
}

function withNullableHeaders(response: JsonObject): JsonObject {
  if (!isObject(response["headers"])) return response;
  return {
    ...response,
    headers: mapped(response["headers"], (header) => {
      const { schema, ...rest } = isObject(header) ? header : {};
      const isOne = isObject(schema) && (schema["type"] === "integer" || schema["type"] === "boolean");
      return isOne ? { ...rest, schema: { ...schema, type: [schema["type"] ?? "", "null"] } } : header;
    }),
  };
}

function withoutListed(response: JsonObject): JsonObject {
  if (!isObject(response["headers"])) return response;
  return {
    ...response,
    headers: mapped(response["headers"], (header) => {
      const { example, ...rest } = isObject(header) ? header : {};
      return /"(enum|const)"/.test(JSON.stringify(rest)) ? rest : { ...rest, example: example ?? null };
    }),
  };
}

function eachHead(document: JsonObject): JsonObject {
  const other = contentsWith(() => ({ type: "integer", maximum: 3 }));
  return {
    ...document,
    paths: mapped(document["paths"], (item) =>
      mapped(item, (operation, method) =>
        method === "head" && isObject(operation)
          ? {
              ...operation,
              responses: mapped(operation["responses"], (each) => other(isObject(each) ? each : {})),
            }
          : operation,
      ),
    ),
  };
}

function withDescribed(operation: JsonObject, seed: number): JsonObject {
  const responses = isObject(operation["responses"]) ? operation["responses"] : {};
  const { default: otherwise } = responses;
  if (otherwise === undefined) return operation;
  const isRange = responses["4XX"] !== undefined;
  const described =
    seed % 2 === 0
      ? { "203": otherwise, "500": otherwise, ...(!isRange && { "422": otherwise }) }
      : { "5XX": otherwise };
  return { ...operation, responses: { ...described, ...responses } };
}
