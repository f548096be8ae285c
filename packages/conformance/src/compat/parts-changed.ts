import type { Contract, MediaType, Operation } from "@workflow-api/contract";
import { essenceOf, isSameMediaType } from "@workflow-api/contract";
import type { Case } from "../case.ts";
import { documentedMedia } from "../check-documented.ts";
import { type Break, breakOfAnswer, breakOfRequest } from "./break.ts";
import { derivedAnswers } from "./derived.ts";
import { counterpartOf, placesOfPart, placesOfStatus } from "./places.ts";

/** A media type that a part of a multipart body may have by one contract and not by another. */
interface LostType {
  readonly field: string;
  /** `undefined`: any that is not stated. */
  readonly was: string | undefined;
  readonly is: string;
}

/** The media types that parts of a multipart body may no longer have, each with a request that has such a part. */
export function partsChanged(
  whom: Break["for"],
  by: Contract,
  other: Contract,
  casesOf: (operation: Operation) => readonly Case[],
): Break[] {
  return by.operations.flatMap((operation) => {
    const counterpart = counterpartOf(operation, other);
    return contentOf(operation).flatMap((media) => {
      const theirs = contentOf(counterpart).find(({ mediaType }) =>
        isSameMediaType(mediaType, media.mediaType),
      );
      return (theirs === undefined ? [] : lostTypes(media, theirs)).flatMap((lost): Break[] => {
        const one = casesOf(operation).find(
          ({ request }) =>
            isSameMediaType(media.mediaType, request.headers["Content-Type"] ?? "") &&
            hasPart(request.body ?? "", lost.field),
        );
        if (one === undefined) return [];
        return [
          breakOfRequest(whom, by, {
            operationId: operation.operationId,
            reason: reasonOf(lost),
            shownBy: { ...one, request: { ...one.request, body: withType(one.request.body ?? "", lost) } },
            places: [placesOfPart(by, operation, "body"), placesOfPart(other, counterpart, "body")],
          }),
        ];
      });
    });
  });
}

/** The media types that parts of a multipart answer may have and could not, each with an answer that has such a part. */
export function answerPartsChanged(whom: Break["for"], by: Contract, other: Contract): Break[] {
  return derivedAnswers(by, other).flatMap((one): Break[] => {
    const { allowed, answer, operation } = one;
    const counterpart = counterpartOf(operation, other);
    const contentType = answer.headers["content-type"] ?? "";
    const [own, theirs] = [operation, counterpart].map(
      (each) => each && documentedMedia(each, answer.status, contentType),
    );
    if (!allowed || own === undefined || theirs === undefined || !isMultipart(own)) return [];
    return lostTypes(own, theirs)
      .filter(({ field }) => hasPart(answer.body, field))
      .map((lost) =>
        breakOfAnswer(whom, {
          operationId: operation.operationId,
          reason: reasonOf(lost),
          shownBy: { ...one, answer: { ...answer, body: withType(answer.body, lost) } },
          places: [placesOfStatus(operation, answer.status), placesOfStatus(counterpart, answer.status)],
        }),
      );
  });
}

function reasonOf({ field, is, was }: LostType): string {
  return `The field ${field} of the body has to be ${is}${was === undefined ? "" : `, and not ${was}`}.`;
}

function contentOf(operation: Operation | undefined): MediaType[] {
  return (operation?.requestBody?.content ?? []).filter(isMultipart);
}

function isMultipart({ mediaType }: MediaType): boolean {
  return essenceOf(mediaType) === "multipart/form-data";
}

function lostTypes(own: MediaType, theirs: MediaType): LostType[] {
  return [...theirs.encoding].flatMap(([field, { contentType: is }]) => {
    if (is === undefined) return [];
    const types = (own.encoding.get(field)?.contentType ?? own.fields.get(field)?.mediaType)?.split(",") ?? [
      undefined,
    ];
    return types
      .map((type) => type?.trim())
      .filter(
        (was) => was === undefined || !is.split(",").some((range) => isSameMediaType(range.trim(), was)),
      )
      .map((was) => ({ field, was, is }));
  });
}

function hasPart(body: string, field: string): boolean {
  return body.includes(`; name="${field}"`);
}

function withType(body: string, { field, was }: LostType): string {
  // A file has its name on the same line.
  const end = body.indexOf("\r\n", body.indexOf(`; name="${field}"`)) + 2;
  const [before, after] = [body.slice(0, end), body.slice(end)];
  const typed =
    was === undefined ? after : `Content-Type: ${was}\r\n${after.replace(/^Content-Type:.*\r\n/, "")}`;
  return `${before}${typed}`;
}
