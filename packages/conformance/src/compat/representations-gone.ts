import type { Contract, Operation, Response } from "@workflow-api/contract";
import { isSameMediaType } from "@workflow-api/contract";
import type { Case } from "../case.ts";
import { responseFor } from "../mock-status.ts";
import { type Break, breakOfRequest } from "./break.ts";
import { counterpartOf, placesOfStatus } from "./places.ts";

/**
 * The representations of successes that can no longer be asked for, while others of the same success can. That none is
 * left the answers show.
 */
export function representationsGone(
  old: Contract,
  changed: Contract,
  casesOf: (operation: Operation) => readonly Case[],
): Break[] {
  return old.operations.flatMap((operation) => {
    const counterpart = counterpartOf(operation, changed);
    if (counterpart === undefined) return [];
    const successes = operation.responses.filter(({ status }) => status.startsWith("2"));
    return successes.flatMap((response) =>
      typesGone(response, counterpart).flatMap((mediaType) => {
        const [one] = casesOf(operation);
        if (one === undefined) return [];
        return breakOfRequest("callers", old, {
          operationId: operation.operationId,
          reason: `There is no ${mediaType} of ${response.status} any more.`,
          shownBy: {
            ...one,
            request: { ...one.request, headers: { ...one.request.headers, Accept: mediaType } },
          },
          places: [
            placesOfStatus(operation, statusOf(response)),
            placesOfStatus(counterpart, statusOf(response)),
          ],
        });
      }),
    );
  });
}

function typesGone(response: Response, counterpart: Operation): string[] {
  const left = responseFor(counterpart, statusOf(response))?.content ?? [];
  const types = response.content.map(({ mediaType }) => mediaType);
  const gone = types.filter((type) => !left.some(({ mediaType }) => isSameMediaType(mediaType, type)));
  return gone.length < types.length ? gone : [];
}

/** A status of a range, for a range such as `2XX`. */
function statusOf({ status }: Response): number {
  return Number(status.replaceAll(/x/gi, "0"));
}
