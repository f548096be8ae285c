import { essenceOf, type MediaType, negotiate, type Operation } from "@workflow-api/contract";
import type { Case } from "../case.ts";
import {
  createCase,
  type Draft,
  judged,
  requestOf,
  validCase,
  validStatuses,
  withHeaders,
} from "../draft.ts";
import { scenarioCases } from "./scenarios.ts";

/** Content negotiation (RFC 9110, 12.5.1), of successes and of errors. */
export function acceptCases(draft: Draft): Case[] {
  const success = draft.operation.responses.find(({ status }) => status >= 200 && status <= 299);
  const content = success?.content ?? [];
  return [
    ...(success === undefined ? [] : acceptableCases(draft, content, success.pointer)),
    ...(success === undefined || content.length === 0 ? [] : unacceptableCases(draft, success.pointer)),
    ...errorCases(draft),
    ...anonymousCases(draft),
  ];
}

function acceptableCases(draft: Draft, content: readonly MediaType[], pointer: string): Case[] {
  const [media] = content;
  if (media === undefined) return [];
  const { mediaType } = media;
  const ranges: (readonly [name: string, accept: string | undefined])[] = [
    ["no Accept", undefined],
    ["Accept */*", "*/*"],
    ["Accept of any subtype", `${essenceOf(mediaType).split("/")[0]}/*`],
    ["Accept with qualities", `text/html;q=0.9, ${mediaType};q=0.8`],
    ["Accept with other spacing", `text/html ,${mediaType}`],
    ["Accept in upper case", mediaType.toUpperCase()],
    ...content.map((each) => [`Accept ${each.mediaType}`, each.mediaType] as const),
  ];
  return ranges.flatMap(([name, accept]) =>
    validCase(draft, {
      group: "accept",
      name: `with ${name}`,
      pointer,
      request: withHeaders(requestOf(draft), { accept }),
    }),
  );
}

/** Of these, what an operation answers nothing of. The last one is JSON, but not that of the contract. */
function foreignTypes({ responses }: Operation): string[] {
  const offered = responses.flatMap(({ content }) => content.map(({ mediaType }) => mediaType));
  return ["text/html", "image/*", "application/json", "application/x-unknown+json"].filter(
    (accept) => negotiate(accept, offered) === undefined,
  );
}

/** A server may ignore an `Accept` that it cannot fulfil, unless its contract has a 406 for that. */
function unacceptableCases(draft: Draft, pointer: string): Case[] {
  const { operation, values } = draft;
  const isRefusing = operation.responses.some(({ status }) => status === 406);
  const statuses = isRefusing ? ["406"] : [...validStatuses(draft, values), "406"];
  return foreignTypes(operation).map((accept) =>
    createCase(draft, {
      group: "accept",
      name: `with Accept ${accept}`,
      pointer,
      kind: "unacceptable",
      statuses,
      request: withHeaders(requestOf(draft), { accept }),
    }),
  );
}

function errorCases(draft: Draft): Case[] {
  const errors = scenarioCases(draft).filter(({ expected: { scenario } }) => (scenario?.status ?? 0) >= 400);
  return errors.flatMap((one) =>
    foreignTypes(draft.operation).map((accept) => ({
      ...one,
      title: `${one.title} with Accept ${accept}`,
      group: "accept" as const,
      request: withHeaders(one.request, { accept }),
      expected: {
        kind: "unacceptable" as const,
        scenario: undefined,
        statuses: [...one.expected.statuses, "406"],
      },
    })),
  );
}

/** Who is not let in is told so in the form that the contract has for it. */
function anonymousCases(draft: Draft): Case[] {
  const request = requestOf(draft, { schemes: [] });
  const [violation] = judged(draft, request)?.unauthenticated ?? [];
  if (violation === undefined) return [];
  return foreignTypes(draft.operation).map((accept) =>
    createCase(draft, {
      group: "accept",
      name: `401 with no credentials and Accept ${accept}`,
      pointer: draft.operation.pointer,
      kind: "unauthenticated",
      statuses: ["401", "406"],
      request: withHeaders(request, { accept }),
      schemes: [],
      broken: { part: violation.part, keyword: "security", value: undefined },
    }),
  );
}
