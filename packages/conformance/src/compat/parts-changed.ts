import type { Contract, MediaType, Operation } from "@workflow-api/contract";
import type { Case, CaseRequest } from "../case.ts";
import { isSame } from "../check-documented.ts";
import type { Break } from "./break.ts";
import { counterpartOf, placesOfPart } from "./places.ts";

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
  cases: readonly Case[],
): Break[] {
  return by.operations.flatMap((operation) => {
    const counterpart = counterpartOf(operation, other);
    return contentOf(operation).flatMap((media) => {
      const theirs = contentOf(counterpart).find(({ mediaType }) => isSame(mediaType, media.mediaType));
      return (theirs === undefined ? [] : lostTypes(media, theirs)).flatMap((lost): Break[] => {
        const one = cases.find(
          (each) => each.operation === operation && hasPart(each.request, media, lost.field),
        );
        if (one === undefined) return [];
        const places = [placesOfPart(by, operation, "body"), placesOfPart(other, counterpart, "body")];
        const [oldPlaces = [], newPlaces = []] = whom === "callers" ? places : places.toReversed();
        return [
          {
            for: whom,
            sender: "caller",
            operationId: operation.operationId,
            reason: `The field ${lost.field} of the body has to be ${lost.is}${lost.was === undefined ? "" : `, and not ${lost.was}`}.`,
            location: one.location,
            title: one.title,
            request: withType(one.request, lost),
            answer: undefined,
            server: undefined,
            schemes: by.securitySchemes.map(({ key }) => key),
            oldPlaces,
            newPlaces,
          },
        ];
      });
    });
  });
}

function contentOf(operation: Operation | undefined): MediaType[] {
  return (operation?.requestBody?.content ?? []).filter(({ mediaType }) =>
    /^multipart\/form-data\b/i.test(mediaType),
  );
}

function lostTypes(own: MediaType, theirs: MediaType): LostType[] {
  return [...theirs.encoding].flatMap(([field, { contentType: is }]) => {
    if (is === undefined) return [];
    const types = own.encoding.get(field)?.contentType?.split(",") ?? [undefined];
    return types
      .map((type) => type?.trim())
      .filter((was) => was === undefined || !is.split(",").some((range) => isSame(range.trim(), was)))
      .map((was) => ({ field, was, is }));
  });
}

function hasPart({ body = "", headers }: CaseRequest, { mediaType }: MediaType, field: string): boolean {
  return isSame(mediaType, headers["Content-Type"] ?? "") && body.includes(`; name="${field}"\r\n`);
}

function withType(request: CaseRequest, { field, was }: LostType): CaseRequest {
  const head = `; name="${field}"\r\n`;
  const { body = "" } = request;
  const end = body.indexOf(head) + head.length;
  const [before, after] = [body.slice(0, end), body.slice(end)];
  const typed =
    was === undefined ? after : `Content-Type: ${was}\r\n${after.replace(/^Content-Type:.*\r\n/, "")}`;
  return { ...request, body: `${before}${typed}` };
}
