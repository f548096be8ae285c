import type { Contract, MediaType, Operation } from "@workflow-api/contract";
import { uncheckedReason } from "../answer-body.ts";
import { counterpartOf } from "./places.ts";
import { reachOf, touches } from "./reach.ts";
import { areValuesSaidAlike } from "./unsettled.ts";

/** Bodies whose schema has changed, and which nothing here can read. */
export interface Unproved {
  readonly operationId: string;
  readonly mediaType: string;
  /** Why they are not read, in the middle of a sentence. */
  readonly reason: string;
  /** The JSON Pointers of their schemas: in the old contract, and in the new one. */
  readonly oldPointer: string;
  readonly newPointer: string;
}

/** The bodies of which no request and no answer tells what has changed. */
export function unprovedBodies(old: Contract, changed: Contract): Unproved[] {
  return old.operations.flatMap((operation) => {
    const counterpart = counterpartOf(operation, changed);
    return counterpart === undefined
      ? []
      : pairsOf(operation, counterpart).flatMap(([own, theirs]): Unproved[] => {
          const reason = uncheckedReason(own) ?? uncheckedReason(theirs);
          if (reason === undefined || areValuesSaidAlike([old, own], [changed, theirs])) return [];
          const { operationId } = operation;
          const { mediaType } = own;
          return [{ operationId, mediaType, reason, oldPointer: own.pointer, newPointer: theirs.pointer }];
        });
  });
}

/** The bodies of the same kind that both operations have. */
function pairsOf(one: Operation, other: Operation): [MediaType, MediaType][] {
  return contentsOf(one).flatMap(([key, media]) => {
    const found = contentsOf(other).find(([otherKey]) => otherKey === key);
    return found === undefined ? [] : [[media, found[1]] as [MediaType, MediaType]];
  });
}

function contentsOf({ requestBody, responses }: Operation): [key: string, media: MediaType][] {
  const contents = [
    ["request", requestBody?.content ?? []] as const,
    ...responses.map(({ content, status }) => [status, content] as const),
  ];
  return contents.flatMap(([part, content]) =>
    content.map((media): [string, MediaType] => [`${part} ${media.mediaType.toLowerCase()}`, media]),
  );
}

/**
 * Tells why nothing proves what a change at a place of one of the contracts breaks.
 * @returns Nothing for what a body holds that can be read, too.
 */
export function unprovedAt(
  contract: Contract,
  unproved: readonly Pick<Unproved, "reason">[],
  pointers: readonly string[],
): (pointer: string) => string | undefined {
  const read = contract.operations.flatMap((operation) =>
    contentsOf(operation).flatMap(([, media]) =>
      uncheckedReason(media) === undefined ? [...reachOf(contract, media.pointer)] : [],
    ),
  );
  const [known, unknown] = [
    new Set(read),
    pointers.map((pointer) => reachOf(contract, pointer, encodingBeside(pointer))),
  ];
  return (pointer) => {
    const found = unknown.findIndex((places) => touches(pointer, places));
    return found < 0 || isWithinAny(pointer, known) ? undefined : unproved[found]?.reason;
  };
}

/** Where the Encoding Objects of a body stand, by the pointer of its schema. */
function encodingBeside(pointer: string): string {
  return pointer.replace(/\/schema$/, "/encoding");
}

function isWithinAny(pointer: string, places: ReadonlySet<string>): boolean {
  return [...places].some((place) => pointer === place || pointer.startsWith(`${place}/`));
}
