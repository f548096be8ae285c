import {
  type Contract,
  isSameMediaType,
  type JsonValue,
  type MediaType,
  type Operation,
  parsePointer,
} from "@workflow-api/contract";
import type { Answer, Case } from "../case.ts";
import { documentedMedia } from "../check-documented.ts";
import { replaceAt } from "../schema/walk.ts";
import { bodyWithout } from "./body-text.ts";
import type { Remaining } from "./lost-members.ts";
import { hasOneWay, withoutReadOnly } from "./one-way-members.ts";
import { counterpartOf } from "./places.ts";

// What a contract says does not travel in a direction, nobody sends who keeps to it: an example may hold it all the same.

/** A request without what is `readOnly` by a contract. */
export function requestAsSentBy(by: Contract, one: Case): Case {
  const { operation, request } = one;
  const contentType = request.headers["Content-Type"] ?? "";
  const media = (operation && counterpartOf(operation, by))?.requestBody?.content.find(({ mediaType }) =>
    isSameMediaType(mediaType, contentType),
  );
  if (media === undefined || request.body === undefined || !hasOneWay(by, "client")) return one;
  const given = { contentType, text: request.body };
  const sent = bodyWithout(media, given, (value) => withoutReadOnly(by, media, value)) ?? given;
  if (sent === given) return one;
  const headers = { ...request.headers, "Content-Type": sent.contentType };
  return { ...one, request: { ...request, headers, body: sent.text } };
}

/** An answer without what is `writeOnly` by a contract, and its operation of that contract. */
export function answerAsSentBy(by: Contract, operation: Operation, answer: Answer): Answer {
  const contentType = answer.headers["content-type"] ?? "";
  const media = documentedMedia(operation, answer.status, contentType);
  if (media === undefined || !hasOneWay(by, "server")) return answer;
  const given = { contentType, text: answer.body };
  const sent = bodyWithout(media, given, (value) => withoutWriteOnly(media, value)) ?? given;
  if (sent === given) return answer;
  return { ...answer, headers: { ...answer.headers, "content-type": sent.contentType }, body: sent.text };
}

function withoutWriteOnly(media: MediaType, value: JsonValue): Remaining {
  const lost = media
    .validate(value)
    .filter(({ keyword }) => keyword === "writeOnly")
    .map(({ pointer }) => pointer);
  const without = (rest: JsonValue, pointer: string): JsonValue =>
    replaceAt(rest, parsePointer(pointer), undefined) ?? rest;
  return { kept: lost.reduce(without, value), lost };
}
