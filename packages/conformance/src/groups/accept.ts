import { appendPointer, essenceOf, type MediaType, type Operation, requestFor } from "@workflow-api/contract";
import type { Case, CaseRequest, MockExpectation } from "../case.ts";
import { covers } from "../covers.ts";
import { isSendable } from "../credentials.ts";
import {
  baseRequest,
  createCase,
  type Derivation,
  mockAnswer,
  sendable,
  successStatuses,
} from "../derivation.ts";
import { documented, refusal } from "../mock-status.ts";

/** Content negotiation (RFC 9110, section 12.5.1). */
export function acceptCases(derivation: Derivation, operation: Operation): Case[] {
  return [
    ...successCases(derivation, operation),
    ...errorCases(derivation, operation),
    ...anonymousCases(derivation, operation),
  ];
}

/** A request without credentials is refused in the form that the contract has for it, whatever is accepted. */
function anonymousCases(derivation: Derivation, operation: Operation): Case[] {
  const [media, ...others] = documented(operation, 401)?.content ?? [];
  const isSecured = operation.security.length > 0 && operation.security.every((way) => way.some(isSendable));
  if (media === undefined || others.length > 0 || !isSecured) return [];
  const { body, values } = baseRequest(derivation, operation);
  const request = requestFor(operation, values, body);
  return ["text/html", "text/plain"]
    .filter((accept) => !covers(media.mediaType, accept))
    .map((accept) =>
      createCase(derivation, {
        group: "accept",
        operation,
        name: `401 without credentials, with an Accept of ${accept}`,
        pointer: appendPointer(documented(operation, 401)?.pointer ?? operation.pointer, "content"),
        request: accepting(request, accept),
        schemes: [],
        verdict: "unauthenticated",
        statuses: ["401", "406"],
        mock: refusal(operation, 401),
      }),
    );
}

function successCases(derivation: Derivation, operation: Operation): Case[] {
  const request = sendable(derivation, operation, baseRequest(derivation, operation));
  const mock = mockAnswer(operation, request);
  const response = mock === undefined ? undefined : documented(operation, mock.status);
  const [media, ...others] = response?.content ?? [];
  if (mock === undefined || response === undefined || media === undefined) return [];
  if (mock.status < 200 || mock.status > 299) return [];
  const pointer = appendPointer(response.pointer, "content");
  const { mediaType } = media;
  const [type = "*"] = mediaType.split("/");
  const accepted: [string, string | undefined, MediaType][] = [
    ["no Accept", undefined, media],
    ["any Accept", "*/*", media],
    ["an Accept of any subtype", `${type}/*`, media],
    ["an Accept list", `text/html;q=0.9, ${mediaType};q=0.8`, media],
    ["an Accept with other spacing", `text/html ,${mediaType}`, media],
    ...[media, ...others].map((one): [string, string, MediaType] => [
      `an Accept of ${one.mediaType}`,
      one.mediaType,
      one,
    ]),
  ];
  const isChoice = others.length > 0;
  const valid = accepted.map(([name, accept, chosen]) =>
    createCase(derivation, {
      group: "accept",
      operation,
      name: `2XX with ${name}`,
      pointer,
      request: accepting(request, accept),
      verdict: "valid",
      statuses: successStatuses(operation),
      mock: isChoice ? represented(operation, mock, chosen) : mock,
    }),
  );
  return [...valid, ...unacceptable(derivation, operation, request, pointer)];
}

/** What the mock answers in one of several representations: of those that will do, the first. */
function represented(
  { includes }: Operation,
  mock: MockExpectation,
  { examples, mediaType }: MediaType,
): MockExpectation {
  const example = mock.scenario === undefined ? undefined : examples.get(mock.scenario.name)?.value;
  // What is asked for to be included is known of the first representation only.
  const headers = { ...mock.headers, "content-type": mediaType };
  return {
    ...mock,
    body: includes.length === 0 ? example : undefined,
    ...(example !== undefined && { headers }),
  };
}

/**
 * An error comes as the contract has it, or is not acceptable. The mock gives the error to a client that would accept
 * the lowest success.
 */
function errorCases(derivation: Derivation, operation: Operation): Case[] {
  const failures = operation.scenarios.filter(
    ({ mediaType, status }) => mediaType !== undefined && status >= 400,
  );
  const statuses = operation.responses.map(({ status }) => status);
  const successes = operation.responses.filter(({ status }) => /^2/.test(status));
  const [lowest] = successes.toSorted((a, b) => (a.status < b.status ? -1 : 1));
  const isBodiless = lowest?.content.length === 0;
  return failures.flatMap((scenario) => {
    const call = baseRequest(derivation, operation, scenario);
    const request = sendable(derivation, operation, call);
    const mock = isBodiless ? mockAnswer(operation, request) : { status: 406, body: undefined };
    const offered = [...successes, documented(operation, scenario.status)].flatMap(
      (response) => response?.content.map(({ mediaType }) => mediaType) ?? [],
    );
    return ["text/html", "text/plain"]
      .filter((accept) => !offered.some((range) => covers(range, accept)))
      .map((accept) =>
        createCase(derivation, {
          group: "accept",
          operation,
          name: `${scenario.status} ${scenario.name} with an Accept of ${accept}`,
          pointer: scenario.pointer,
          request: accepting(request, accept),
          verdict: "unacceptable",
          statuses: ["406", ...statuses],
          mock,
        }),
      );
  });
}

/**
 * A server may ignore what it cannot fulfil (RFC 9110, section 12.5.1), unless the contract has a 406 for that; the mock
 * refuses it.
 */
function unacceptable(
  derivation: Derivation,
  operation: Operation,
  request: CaseRequest,
  pointer: string,
): Case[] {
  const offered = operation.responses.flatMap(({ content }) => content.map(({ mediaType }) => mediaType));
  return ["text/html", "text/plain", "image/*"]
    .filter((accept) => {
      const [type = ""] = accept.split("/");
      return !offered.some(
        (range) =>
          covers(range, accept) || (accept.endsWith("/*") && essenceOf(range).startsWith(`${type}/`)),
      );
    })
    .map((accept) =>
      createCase(derivation, {
        group: "accept",
        operation,
        name: `406 with an Accept of ${accept}`,
        pointer,
        request: accepting(request, accept),
        verdict: "unacceptable",
        statuses: isRefusing(operation) ? ["406"] : ["406", ...successStatuses(operation)],
        mock: { status: 406, body: undefined },
      }),
    );
}

function isRefusing({ responses }: Operation): boolean {
  return responses.some(({ status }) => status === "406");
}

function accepting(request: CaseRequest, accept: string | undefined): CaseRequest {
  const { Accept: _, ...headers } = request.headers;
  return { ...request, headers: accept === undefined ? headers : { ...headers, Accept: accept } };
}
