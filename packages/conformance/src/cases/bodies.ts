import type { JsonValue, MediaType, RequestBody } from "@workflow-api/contract";
import type { Broken, Case } from "../case.ts";
import { type Draft, invalidCase, requestOf, validCase, withHeaders } from "../draft.ts";
import { shown } from "../scalars.ts";

/** The body: missing, unreadable, of another media type, with each keyword broken, and at the edges of what is valid. */
export function bodyCases(draft: Draft): Case[] {
  const { requestBody } = draft.operation;
  if (requestBody === undefined || draft.body === undefined) return [];
  const [first, ...others] = requestBody.content;
  if (first === undefined) return [];
  return [
    ...formCases(draft, requestBody, first),
    ...mediaCases(draft, requestBody, [first, ...others]),
    ...brokenCases(draft, first),
    ...edgeCases(draft, first),
  ];
}

function wrong(part: string, keyword: string): Broken {
  return { part, keyword, value: undefined };
}

function formCases(draft: Draft, { pointer, required }: RequestBody, { mediaType }: MediaType): Case[] {
  const request = requestOf(draft);
  const none = {
    group: "body",
    name: "without a body",
    pointer,
    request: withHeaders({ ...request, body: "" }, { "content-type": undefined }),
  } as const;
  const unreadable = [
    ["a body that ends too soon", request.body.slice(0, -1)],
    ["a body that is no JSON", "{ a: 1 }"],
    ["a blank body", " "],
  ] as const;
  return [
    ...(required
      ? invalidCase(draft, { ...none, broken: wrong("body", "required") })
      : validCase(draft, none)),
    ...unreadable.flatMap(([name, body]) =>
      invalidCase(draft, {
        group: "body",
        name: `with ${name}`,
        pointer,
        request: { ...withHeaders(request, { "content-type": mediaType }), body },
        broken: wrong("body", "syntax"),
      }),
    ),
  ];
}

function mediaCases(draft: Draft, { pointer }: RequestBody, content: readonly MediaType[]): Case[] {
  const request = requestOf(draft);
  const right = content.flatMap((media) => {
    const body = media === content[0] ? draft.body : draft.maker.sample([media]);
    if (body === undefined) return [];
    const sent = { ...request, body: JSON.stringify(body) };
    return [media.mediaType, media.mediaType.toUpperCase(), `${media.mediaType}; charset=utf-8`].flatMap(
      (type) =>
        validCase(draft, {
          group: "body",
          name: `with a body of ${type}`,
          pointer,
          body,
          request: withHeaders(sent, { "content-type": type }),
        }),
    );
  });
  const types = ["text/plain", "application/xml", "application/x-unknown+json"];
  const foreign = types.flatMap((type) =>
    invalidCase(draft, {
      group: "body",
      name: `with a body of ${type}`,
      pointer,
      request: withHeaders(request, { "content-type": type }),
      broken: wrong("header content-type", "mediaType"),
    }),
  );
  return [...right, ...foreign];
}

function baseOf({ body, contract, maker }: Draft, media: MediaType): (JsonValue | undefined)[] {
  const full = maker.sample([media]);
  const isValid = body !== undefined && contract.validate(media.pointer, body).length === 0;
  // The example is what a server knows; the sample has every member.
  return isValid ? [body, full] : [full];
}

function brokenCases(draft: Draft, media: MediaType): Case[] {
  const [known, full] = baseOf(draft, media);
  const bases = [known, full].filter((base) => base !== undefined);
  const found = bases.flatMap((base) => draft.maker.broken([media], base));
  // What breaks the same by the same value is told once.
  const distinct = new Map(
    found.toReversed().map((each) => [`${each.at} ${each.pointer} ${each.name}`, each]),
  );
  return [...distinct.values()].toReversed().flatMap(({ at, keyword, name, pointer, value }) =>
    invalidCase(draft, {
      group: "body",
      name: `body ${at === "" ? "" : `${at} `}${name}`,
      pointer,
      body: value,
      broken: { part: "body", keyword, value },
    }),
  );
}

function edgeCases(draft: Draft, media: MediaType): Case[] {
  const [known, full] = baseOf(draft, media);
  const bases = [known, full].filter((base) => base !== undefined);
  const found = bases.flatMap((base) => [
    { name: shown(base), at: "", pointer: media.pointer, value: base },
    ...draft.maker.edges([media], base),
  ]);
  const distinct = new Map(found.toReversed().map((each) => [`${each.at} ${each.name}`, each]));
  return [...distinct.values()].toReversed().flatMap(({ at, name, pointer, value }) =>
    validCase(draft, {
      group: "body",
      name: `body ${at === "" ? "" : `${at} `}${name}`,
      pointer,
      body: value,
    }),
  );
}
