import {
  appendPointer,
  isJson,
  type JsonValue,
  type MediaType,
  type Operation,
  type RequestBody,
  requestFor,
} from "@workflow-api/contract";
import { bodyWire } from "../body-wire.ts";
import type { Broken, Call, Case, CaseRequest, MockExpectation } from "../case.ts";
import { createCounter } from "../counter.ts";
import { covers } from "../covers.ts";
import {
  baseRequest,
  createCase,
  type Derivation,
  mockAnswer,
  sampleOfBody,
  sendable,
  successStatuses,
} from "../derivation.ts";
import { sentContent } from "../media-for.ts";
import { refusal } from "../mock-status.ts";
import { invalidValues, validValues } from "../schema/values.ts";

/** The request body: missing, unreadable, of the wrong media type, violating each keyword, and every valid shape. */
export function bodyCases(derivation: Derivation, operation: Operation): Case[] {
  const { requestBody } = operation;
  if (requestBody === undefined) return [];
  const base = baseRequest(derivation, operation);
  const call = { ...base, body: base.body ?? anyBody(derivation, requestBody) };
  const request = sendable(derivation, operation, call);
  return [
    ...missing(derivation, operation, requestBody, { request, call }),
    ...unreadable(derivation, operation, requestBody, request),
    ...sentContent(requestBody.content).flatMap((media) =>
      documents(derivation, operation, media, { request, call }),
    ),
  ];
}

function anyBody({ world }: Derivation, { content }: RequestBody): JsonValue | undefined {
  const [media] = content;
  return media === undefined ? undefined : sampleOfBody(world, media);
}

interface Sent {
  readonly request: CaseRequest;
  readonly call: Call;
}

interface Malformation {
  readonly name: string;
  readonly pointer: string;
  readonly request: CaseRequest;
  readonly call?: Call;
  readonly mock: MockExpectation | undefined;
  readonly broken: Broken;
}

function malformed(derivation: Derivation, operation: Operation, parts: Malformation): Case {
  return createCase(derivation, {
    group: "body",
    operation,
    verdict: "malformed",
    statuses: ["4XX"],
    ...parts,
    name: `4XX ${parts.name}`,
  });
}

function missing(derivation: Derivation, operation: Operation, body: RequestBody, sent: Sent): Case[] {
  const { "Content-Type": _, ...headers } = sent.request.headers;
  if (!body.required) {
    const request = { ...sent.request, headers, body: undefined };
    return [
      createCase(derivation, {
        group: "body",
        operation,
        name: "2XX without a body",
        pointer: body.pointer,
        request,
        call: { ...sent.call, body: undefined },
        verdict: "valid",
        statuses: successStatuses(operation),
        mock: mockAnswer(operation, request),
      }),
    ];
  }
  return [
    malformed(derivation, operation, {
      name: "without a body",
      pointer: appendPointer(body.pointer, "required"),
      request: { ...sent.request, headers, body: undefined },
      call: { ...sent.call, body: undefined },
      mock: refusal(operation, 422, 400),
      broken: { part: "body", keyword: "required", value: undefined },
    }),
  ];
}

function unreadable(
  derivation: Derivation,
  operation: Operation,
  body: RequestBody,
  request: CaseRequest,
): Case[] {
  const [media] = body.content;
  if (media === undefined) return [];
  const pointer = appendPointer(body.pointer, "content");
  const others = ["text/plain", "text/html", "application/xml"].filter(
    (type) => !body.content.some(({ mediaType }) => covers(mediaType, type)),
  );
  const wrongType = others.map((type) =>
    malformed(derivation, operation, {
      name: `body as ${type}`,
      pointer,
      request: {
        ...request,
        headers: { ...request.headers, "Content-Type": type },
        body: request.body ?? "text",
      },
      mock: refusal(operation, 415, 422, 400),
      broken: { part: "body", keyword: "mediaType", value: undefined },
    }),
  );
  if (!isJson(media.mediaType)) return wrongType;
  const broken = malformed(derivation, operation, {
    name: "body that is not JSON",
    pointer,
    request: {
      ...request,
      headers: { ...request.headers, "Content-Type": media.mediaType },
      body: '{"broken',
    },
    mock: undefined,
    broken: { part: "body", keyword: "syntax", value: undefined },
  });
  return [...wrongType, broken];
}

function documents(derivation: Derivation, operation: Operation, media: MediaType, sent: Sent): Case[] {
  const base = sampleOfBody(derivation.world, media);
  const counted = createCounter();
  const { isAccepted, isRefused } = bodyWire(media);
  const invalid = invalidValues(derivation.world, media, base)
    .filter(({ value }) => isRefused(value))
    .map(({ keyword, at, pointer, value }) =>
      malformed(derivation, operation, {
        name: counted(`body${at} against ${keyword}`),
        pointer,
        ...carrying(operation, sent, media, value),
        mock: refusal(operation, 422, 400),
        broken: { part: "body", keyword, value },
      }),
    );
  const itself = {
    name: `as ${media.mediaType}`,
    at: "",
    pointer: media.pointer,
    value: base ?? null,
    isForeign: false,
  };
  const valid = [itself, ...validValues(derivation.world, media, base)]
    .filter(({ value }) => isAccepted(value))
    .map(({ name, at, isForeign, pointer, value }) => {
      const carried = carrying(operation, sent, media, value);
      if (isForeign) return foreign(derivation, operation, counted(`body${at} ${name}`), pointer, carried);
      return createCase(derivation, {
        group: "body",
        operation,
        name: counted(`2XX body${at} ${name}`),
        pointer,
        ...carried,
        verdict: "valid",
        statuses: successStatuses(operation),
        mock: mockAnswer(operation, carried.request),
      });
    });
  return [...invalid, ...valid];
}

/**
 * A member that is `readOnly` is ignored where a client sends it, or refused (JSON Schema Validation 2020-12, 9.4): that
 * is no matter of what it is like.
 */
function foreign(
  derivation: Derivation,
  operation: Operation,
  name: string,
  pointer: string,
  { call, request }: Sent,
): Case {
  return createCase(derivation, {
    group: "body",
    operation,
    name: `2XX or 4XX ${name}`,
    pointer,
    request,
    verdict: "malformed",
    statuses: [...successStatuses(operation), "4XX"],
    mock: mockAnswer(operation, request),
    broken: { part: "body", keyword: "readOnly", value: call.body },
  });
}

/** The request with another body of a media type. */
function carrying(operation: Operation, { request, call }: Sent, media: MediaType, body: JsonValue): Sent {
  const content =
    operation.requestBody === undefined ? undefined : { ...operation.requestBody, content: [media] };
  const written = requestFor({ ...operation, requestBody: content }, call.values, body);
  const type = written.headers["Content-Type"] ?? media.mediaType;
  return {
    request: { ...request, headers: { ...request.headers, "Content-Type": type }, body: written.body },
    call: { ...call, body },
  };
}
