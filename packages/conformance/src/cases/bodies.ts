import type { MediaType, RequestBody } from "@workflow-api/contract";
import { uniqueBy } from "@workflow-api/contract/json";
import type { Broken, Case } from "../case.ts";
import {
  type Attempt,
  type CaseDraft,
  casesOf,
  requestOf,
  withHeaders,
  withoutBody,
} from "../draft.ts";

/**
 * The body: missing, unreadable, of another media type, with each keyword broken, and at the edges
 * of what is valid.
 */
export function bodyCases(draft: CaseDraft): Case[] {
  const { requestBody } = draft.operation;
  if (requestBody === undefined || draft.body === undefined) return [];
  const values = requestBody.content.slice(0, 1).flatMap((media) => valueAttempts(draft, media));
  return casesOf(draft, "body", [
    ...formAttempts(draft, requestBody),
    ...mediaAttempts(draft, requestBody),
    ...values,
  ]);
}

function wrong(part: string, keyword: string): Broken {
  return { part, keyword, value: undefined };
}

function formAttempts(draft: CaseDraft, { pointer, required }: RequestBody): Attempt[] {
  const request = requestOf(draft);
  const unreadable = [
    ["a body that ends too soon", request.body.slice(0, -1)],
    ["a blank body", " "],
  ] as const;
  return [
    {
      name: "without a body",
      pointer,
      request: withoutBody(request),
      broken: required ? wrong("body", "required") : undefined,
    },
    ...unreadable.map(([name, body]) => ({
      name: `with ${name}`,
      pointer,
      request: { ...request, body },
      broken: wrong("body", "syntax"),
    })),
  ];
}

/** The same body as another media type. Some are right: only where they are, they are kept. */
function mediaAttempts(draft: CaseDraft, { content, pointer }: RequestBody): Attempt[] {
  const request = requestOf(draft);
  const attemptOf = (type: string, broken?: Broken): Attempt => ({
    name: `with a body of ${type}`,
    part: "body",
    pointer,
    request: withHeaders(request, { "content-type": type }),
    broken,
  });
  const foreign = ["text/plain", "application/json", "application/x-unknown+json"];
  return [
    ...content.map(({ mediaType }) => attemptOf(`${mediaType}; charset=utf-8`)),
    ...foreign.map((type) => attemptOf(type, wrong("header content-type", "mediaType"))),
  ];
}

function valueAttempts({ body, maker }: CaseDraft, { shape }: MediaType): Attempt[] {
  // The server knows the example; the sample has every member.
  const bases = [body, maker.sample(shape)].filter((base) => base !== undefined);
  const attempts = bases.flatMap((base) =>
    maker.around(shape, base).map(
      ({ at, lax, keyword, name, pointer, value }): Attempt => ({
        name: `body ${at === "" ? "" : `${at} `}${name}`,
        part: "body",
        pointer,
        body: value,
        at,
        broken: keyword === undefined ? undefined : { part: "body", keyword, value, lax },
      }),
    ),
  );
  // The same change is tried once.
  return uniqueBy(attempts, ({ name, pointer }) => `${name} ${pointer}`);
}
