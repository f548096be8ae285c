import { essenceOf, isEqual, negotiate, type Operation } from "@workflow-api/contract";
import type { Case } from "../case.ts";
import {
  anyCase,
  casesOf,
  createCase,
  type Draft,
  expect,
  requestOf,
  type Trial,
  validStatuses,
  withHeaders,
} from "../draft.ts";
import { scenarioCases } from "./scenarios.ts";
import { securityCases } from "./security.ts";

/** Content negotiation (RFC 9110, 12.5.1), of successes and of errors. */
export function acceptCases(draft: Draft): Case[] {
  return [...successCases(draft), ...errorCases(draft)];
}

function successCases(draft: Draft): Case[] {
  const { operation } = draft;
  const success = operation.responses.find(({ isSuccess }) => isSuccess);
  const types = success?.content.map(({ mediaType }) => mediaType) ?? [];
  const [first] = types;
  if (success === undefined || first === undefined) return [];
  const acceptable = [
    undefined,
    `${essenceOf(first).split("/")[0]}/*`,
    `text/html;q=0.9, ${first};q=0.8`,
    `text/html ,${first}`,
    first.toUpperCase(),
    "*/*",
    ...types,
  ];
  const trialOf = (accept: string | undefined): Trial => ({
    name: `with Accept ${accept ?? "missing"}`,
    pointer: success.pointer,
    request: withHeaders(requestOf(draft), { accept }),
    rule: accept !== undefined && /[A-Z]/.test(accept) ? anyCase : undefined,
  });
  // A server may ignore an `Accept` that it cannot fulfil, unless its contract has a 406 for that.
  const isRefusing = operation.responses.some(({ status }) => status === 406);
  const expected = expect("unacceptable", "406", ...(isRefusing ? [] : validStatuses(draft)));
  return [
    ...casesOf(draft, "accept", acceptable.map(trialOf)),
    ...foreignTypes(operation).map((accept) =>
      createCase(draft, "accept", trialOf(accept), expected),
    ),
  ];
}

/**
 * Media types that an operation does not offer. The last two are JSON, but not the JSON of the
 * contract.
 */
function foreignTypes({ responses }: Operation): string[] {
  const offered = responses.flatMap(({ content }) => content.map(({ mediaType }) => mediaType));
  return ["text/html", "image/*", "application/json", "application/x-unknown+json"].filter(
    (accept) => negotiate(accept, offered) === undefined,
  );
}

/**
 * Errors and refusals use the documented media type even if the client asks for another one, or are
 * a 406.
 */
function errorCases(draft: Draft): Case[] {
  const scenarios = scenarioCases(draft).filter(
    ({ expected: { scenario } }) => (scenario?.status ?? 0) >= 400,
  );
  const anonymous = securityCases(draft).filter(
    ({ expected: { kind }, request }) =>
      kind === "unauthenticated" && isEqual(request, requestOf(draft, { schemes: [] })),
  );
  return [...scenarios, ...anonymous].flatMap((one) =>
    foreignTypes(draft.operation).map((accept): Case => {
      const { kind, statuses } = one.expected;
      const expected = expect(kind === "scenario" ? "unacceptable" : kind, ...statuses, "406");
      const request = withHeaders(one.request, { accept });
      return {
        ...one,
        title: `${one.title} with Accept ${accept}`,
        group: "accept",
        request,
        expected,
      };
    }),
  );
}
