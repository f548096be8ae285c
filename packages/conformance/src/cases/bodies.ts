import { type JsonValue, type MediaType, type RequestBody, uniqueBy } from "@workflow-api/contract";
import type { Broken, Case } from "../case.ts";
import {
  anyCase,
  casesOf,
  type Draft,
  requestOf,
  type Trial,
  withHeaders,
  withoutBody,
} from "../draft.ts";
import { valuesAround } from "../values.ts";

/**
 * The body: missing, unreadable, of another media type, with each keyword broken, and at the edges
 * of what is valid.
 */
export function bodyCases(draft: Draft): Case[] {
  const { requestBody } = draft.operation;
  if (requestBody === undefined || draft.body === undefined) return [];
  const values = requestBody.content.slice(0, 1).flatMap((media) => valueTrials(draft, media));
  return casesOf(draft, "body", [
    ...formTrials(draft, requestBody),
    ...mediaTrials(draft, requestBody),
    ...values,
  ]);
}

function wrong(part: string, keyword: string): Broken {
  return { part, keyword, value: undefined };
}

function formTrials(draft: Draft, { pointer, required }: RequestBody): Trial[] {
  const request = requestOf(draft);
  const unreadable = [
    ["a body that ends too soon", request.body.slice(0, -1)],
    ["a body that is no JSON", "{ a: 1 }"],
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

function mediaTrials(draft: Draft, { content, pointer }: RequestBody): Trial[] {
  const trialOf = (type: string, body: JsonValue | undefined, broken?: Broken): Trial => ({
    name: `with a body of ${type}`,
    pointer,
    body,
    request: withHeaders(requestOf(draft, { body }), { "content-type": type }),
    broken,
    rule: /^[^;]*[A-Z]/.test(type) ? anyCase : undefined,
  });
  const right = content.flatMap((media) => {
    const { mediaType } = media;
    const body = media === content[0] ? draft.body : draft.maker.sample(media.shape);
    const types = [mediaType, mediaType.toUpperCase(), `${mediaType}; charset=utf-8`];
    return body === undefined ? [] : types.map((type) => trialOf(type, body));
  });
  const foreign = [
    "text/plain",
    "application/xml",
    "application/json",
    "application/x-unknown+json",
  ];
  const refused = wrong("header content-type", "mediaType");
  return [...right, ...foreign.map((type) => trialOf(type, draft.body, refused))];
}

function valueTrials({ body, maker }: Draft, media: MediaType): Trial[] {
  // The server knows the example; the sample has every member.
  const bases = [body, maker.sample(media.shape)].filter(
    (base) => base !== undefined && media.shape.violations(base).length === 0,
  );
  const trials = bases.flatMap((base = null) =>
    valuesAround(maker, media.shape, base).map(
      ({ at, keyword, name, pointer, value }): Trial => ({
        name: `body ${at === "" ? "" : `${at} `}${name}`,
        pointer,
        body: value,
        broken: keyword === undefined ? undefined : { part: "body", keyword, value },
      }),
    ),
  );
  // The same change is tried once.
  return uniqueBy(trials, ({ name, pointer }) => `${name} ${pointer}`);
}
