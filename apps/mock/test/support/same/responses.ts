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
  return {
    ...response,
    headers: mapped(response["headers"], (header) => {
      if (!JSON.stringify(header).includes('"array"') || !isObject(header)) return header;
      // Whether its example is one is shown.
      const others = [
        {},
        { type: "array" },
        ...(header["example"] === undefined ? [{ type: "object" }] : []),
      ];
      return { ...header, schema: others[seed % others.length] ?? {} };
    }),
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
  // Where nothing else is described that a wrong request gets, it gets 422, or 415 for its media type.
  const refusing = responses["4XX"] === undefined ? ["415", "422", ...(seed % 3 === 0 ? ["400"] : [])] : [];
  const added = seed % 2 === 0 ? ["203", "500", ...refusing] : ["5XX"];
  const described = Object.fromEntries(added.map((status) => [status, otherwise]));
  return { ...operation, responses: { ...described, ...responses } };
}
