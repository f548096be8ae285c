import type { RequestBody } from "@workflow-api/contract";
import type { JsonValue } from "@workflow-api/contract/json";
import { type Attempt, type BaseRequest, casesOf, requestOf, withHeaders } from "./base-request.ts";
import type { Broken, Case } from "./case.ts";

/** The body as a whole: unreadable, and of another media type. */
export function bodyCases(base: BaseRequest): Case[] {
  const { requestBody } = base.operation;
  if (requestBody === undefined || !base.values.has("body")) return [];
  const attempts = [...unreadableAttempts(base, requestBody), ...mediaAttempts(base, requestBody)];
  return casesOf(base, "body", attempts);
}

function wrong(part: string, keyword: string): Broken {
  return { part, keyword };
}

function unreadableAttempts(base: BaseRequest, { pointer }: RequestBody): Attempt[] {
  const request = requestOf(base);
  const bodies = {
    "a body that ends too soon": request.body.slice(0, -1),
    "a comma at the end of the body": request.body.replace(/.$/, ",$&"),
    "a body and more": `${request.body}x`,
    "a body with NaN": withNumbers(base.values.get("body") ?? null, "NaN"),
    "a blank body": " ",
  };
  return Object.entries(bodies).map(([name, body]) => ({
    name: `with ${name}`,
    pointer,
    request: { ...request, body },
    broken: wrong("body", "syntax"),
  }));
}

/** A value as JSON, with another text in place of each number. */
export function withNumbers(value: JsonValue, text: string): string {
  const marked = JSON.stringify(value, (_, each: unknown) =>
    typeof each === "number" ? "\u0001" : each,
  );
  return marked.replaceAll('"\\u0001"', text);
}

/** The same body as another media type. Some are right: only where they are, they are kept. */
function mediaAttempts(base: BaseRequest, { content, pointer }: RequestBody): Attempt[] {
  const attemptOf = (type: string, broken?: Broken): Attempt => ({
    name: `with a body of ${type}`,
    part: "body",
    pointer,
    request: withHeaders(requestOf(base), { "content-type": type }),
    broken,
  });
  const foreign = ["text/plain", "application/json", "application/x-unknown+json"];
  return [
    ...content.map(({ mediaType }) => attemptOf(`${mediaType}; charset=utf-8`)),
    ...foreign.map((type) => attemptOf(type, wrong("header content-type", "mediaType"))),
  ];
}
