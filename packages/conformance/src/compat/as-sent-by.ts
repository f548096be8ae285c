import {
  type Contract,
  type JsonValue,
  type Operation,
  type Parameter,
  parseParameter,
  parsePointer,
  type SchemaModel,
  serializeParameter,
} from "@workflow-api/contract";
import type { Answer, Case, CaseRequest } from "../case.ts";
import { documentedMedia } from "../check-documented.ts";
import { mediaFor } from "../media-for.ts";
import { responseFor } from "../mock-status.ts";
import { replaceAt } from "../schema/walk.ts";
import { readings } from "../wire.ts";
import { bodyWithout, readBody, writeBody } from "./body-text.ts";
import type { Remaining } from "./lost-members.ts";
import { hasOneWay, withoutReadOnly } from "./one-way-members.ts";
import { counterpartOf } from "./places.ts";
import { rawOf } from "./raw-of.ts";
import { readAs } from "./unsent-members.ts";
import { withValue } from "./with-value.ts";

// What a contract says does not travel in a direction, nobody sends who keeps to it: an example may hold it all the same.

/** A request without what is `readOnly` by a contract. */
export function requestAsSentBy(by: Contract, one: Case): Case {
  const counterpart = one.operation && counterpartOf(one.operation, by);
  if (counterpart === undefined || !hasOneWay(by, "client")) return one;
  const request = counterpart.parameters.reduce<CaseRequest>(
    (sent, parameter) => parameterAsSent(by, counterpart, parameter, sent),
    bodyAsSent(by, counterpart, one.request),
  );
  return request === one.request ? one : { ...one, request };
}

function bodyAsSent(by: Contract, { requestBody }: Operation, request: CaseRequest): CaseRequest {
  const contentType = request.headers["Content-Type"] ?? "";
  const media = mediaFor(requestBody?.content ?? [], contentType);
  if (media === undefined || request.body === undefined) return request;
  const given = { contentType, text: request.body };
  const sent = bodyWithout(media, given, (value) => withoutReadOnly(by, media, value)) ?? given;
  if (sent === given) return request;
  const headers = { ...request.headers, "Content-Type": sent.contentType };
  return { ...request, headers, body: sent.text };
}

function parameterAsSent(
  by: Contract,
  operation: Operation,
  parameter: Parameter,
  request: CaseRequest,
): CaseRequest {
  if (parameter.shape === "primitive") return request;
  const before = readAs(parameter, rawOf(operation, parameter, request));
  if (before === undefined) return request;
  const { kept, lost } = withoutReadOnly(by, parameter, before);
  return lost.length === 0 ? request : (withValue(parameter, request, { before, after: kept }) ?? request);
}

/** An answer without what is never answered. */
interface SentAnswer {
  readonly answer: Answer;
  /** What is not, as `The member /a of the body`. */
  readonly unsent: readonly string[];
}

/** An answer without what is `writeOnly` by a contract, and its operation of that contract. */
export function answerAsSentBy(by: Contract, operation: Operation, answer: Answer): SentAnswer {
  if (!hasOneWay(by, "server")) return { answer, unsent: [] };
  const given = { contentType: answer.headers["content-type"] ?? "", text: answer.body };
  const media = documentedMedia(operation, answer.status, given.contentType);
  const value = media && readBody(media, given);
  const body = media === undefined || value === undefined ? undefined : withoutWriteOnly(media, value);
  const sent =
    media === undefined || body === undefined || body.lost.length === 0 ? given : writeBody(media, body.kept);
  const known = responseFor(operation, answer.status)?.headers ?? [];
  const headers = known.flatMap((header) => headerAsSent(header, answer.headers) ?? []);
  const changed = new Map<string, string>(headers.map(({ name, text }) => [name, text]));
  if (sent !== given) changed.set("content-type", sent.contentType);
  // What nothing is left of is not sent.
  const left = Object.entries({ ...answer.headers, ...Object.fromEntries(changed) }).filter(
    ([name, text]) => text !== "" || !changed.has(name),
  );
  return {
    answer: { ...answer, headers: Object.fromEntries(left), body: sent.text },
    unsent: [
      ...(body?.lost ?? []).map((path) => `The member ${path} of the body`),
      ...headers.flatMap(({ unsent }) => unsent),
    ],
  };
}

/** A header without what is `writeOnly`; `undefined` if it holds nothing that is. */
function headerAsSent(header: Parameter, headers: Answer["headers"]) {
  const name = header.name.toLowerCase();
  const arrived = parseParameter(header, headers[name]);
  if (arrived === undefined || header.mediaType !== undefined) return undefined;
  const [{ kept, lost } = nothing] = readings(arrived)
    .filter((value) => header.validate(value).every(({ keyword }) => keyword === "writeOnly"))
    .map((value) => withoutWriteOnly(header, value));
  if (lost.length === 0) return undefined;
  const unsent = lost.map((path) => `The member ${path} of the header ${header.name}`);
  return { name, text: serializeParameter(header, kept), unsent };
}

const nothing: Remaining = { kept: null, lost: [] };

function withoutWriteOnly(model: SchemaModel, value: JsonValue): Remaining {
  const lost = model
    .validate(value)
    .filter(({ keyword }) => keyword === "writeOnly")
    .map(({ pointer }) => pointer);
  const without = (rest: JsonValue, pointer: string): JsonValue =>
    replaceAt(rest, parsePointer(pointer), undefined) ?? rest;
  return { kept: lost.reduce(without, value), lost };
}
