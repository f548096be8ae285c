import type { Contract, Operation, Response } from "@workflow-api/contract";
import { isSameMediaType } from "@workflow-api/contract";
import type { Case } from "../case.ts";
import { responseFor } from "../mock-status.ts";
import type { Break } from "./break.ts";
import { placesOfStatus } from "./places.ts";
import { whatIsGone } from "./what-is-gone.ts";

/**
 * The representations of successes that can no longer be asked for, while others of the same success can. That none is
 * left the answers show.
 */
export function representationsGone(
  old: Contract,
  changed: Contract,
  casesOf: (operation: Operation) => readonly Case[],
): Break[] {
  return whatIsGone(old, changed, casesOf, (operation, counterpart) =>
    operation.responses
      .filter(({ status }) => status.startsWith("2"))
      .flatMap((response) =>
        typesGone(response, counterpart).map((mediaType) => ({
          reason: `There is no ${mediaType} of ${response.status} any more.`,
          headers: { Accept: mediaType },
          places: [
            placesOfStatus(operation, statusOf(response)),
            placesOfStatus(counterpart, statusOf(response)),
          ],
        })),
      ),
  );
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
