import type { RequestBody } from "@workflow-api/contract";
import { type BaseRequest, type CaseDraft, casesOf, withHeaders } from "./base-request.ts";
import type { Case, Deviation } from "./case.ts";

/** The body as a whole: unreadable, and of another media type. */
export function bodyCases(base: BaseRequest): Case[] {
  const { requestBody } = base.operation;
  if (!requestBody?.content.length || !base.values.has("body")) return [];
  const attempts = [...unreadableAttempts(requestBody), ...mediaAttempts(requestBody)];
  return casesOf(base, "body", attempts);
}

function wrong(part: string, keyword: string): Deviation {
  return { part, keyword };
}

function unreadableAttempts({ pointer }: RequestBody): CaseDraft[] {
  const bodies: Readonly<Record<string, (body: string) => string>> = {
    "a body that ends too soon": (body) => body.slice(0, -1),
    "a comma at the end of the body": (body) => body.replace(/.$/, ",$&"),
    "a body and more": (body) => `${body}x`,
    "a body with NaN": (body) => withNumbers(body, "NaN"),
    "a blank body": () => " ",
  };
  return Object.entries(bodies).map(([name, change]) => ({
    name: `with ${name}`,
    pointer,
    alter: (request) => ({ ...request, body: change(request.body) }),
    broken: wrong("body", "syntax"),
  }));
}

/** A JSON body with another text in place of each number. */
export function withNumbers(body: string, text: string): string {
  const marked = JSON.stringify(JSON.parse(body), (_, each: unknown) =>
    typeof each === "number" ? "\u0001" : each,
  );
  return marked.replaceAll('"\\u0001"', text);
}

/** The same body as another media type. Some are right: only where they are, they are kept. */
function mediaAttempts({ content, pointer }: RequestBody): CaseDraft[] {
  const attemptOf = (type: string, broken?: Deviation): CaseDraft => ({
    name: `with a body of ${type}`,
    part: "body",
    pointer,
    alter: (request) => withHeaders(request, { "content-type": type }),
    broken,
  });
  const foreign = ["text/plain", "application/json", "application/x-unknown+json"];
  return [
    ...content.map(({ mediaType }) => attemptOf(`${mediaType}; charset=utf-8`)),
    ...foreign.map((type) => attemptOf(type, wrong("header content-type", "mediaType"))),
  ];
}
