import type { Contract } from "@workflow-api/contract";
import type { Break } from "./break.ts";
import type { SentByService } from "./sent-by-service.ts";

/**
 * What no longer holds of what the service sends on its own account. There the caller receives and the service calls,
 * so what breaks the one by the contract of the receiver breaks the other.
 * @param compare Compares two contracts of operations.
 */
export function compareSent(
  old: SentByService,
  changed: SentByService,
  compare: (old: Contract, changed: Contract) => Break[],
): Break[] {
  const known = compare(old.contract, changed.contract).filter((found) => !isExtraBody(old, found));
  return known.map((found) => ({
    ...found,
    ...whomIn(old, changed, found),
    sender: "service",
    request: withoutPreference(found.request),
    operationId: (has(old, found.operationId) ? old : changed).titleOf(found.operationId),
    location: locationOf(old, changed, found),
    oldPlaces: found.oldPlaces.map(old.placeOf),
    newPlaces: found.newPlaces.map(changed.placeOf),
  }));
}

/** Which answer is wanted is asked of a mock. */
function withoutPreference({ headers, ...request }: Break["request"]): Break["request"] {
  const { Prefer: _, ...others } = headers;
  return { ...request, headers: others };
}

function whomIn(old: SentByService, changed: SentByService, found: Break): Pick<Break, "for" | "reason"> {
  const { operationId, reason } = found;
  // Who waits for what is no longer sent waits in vain; to get what one has not asked for harms nobody.
  if (!has(changed, operationId)) return { for: "callers", reason: "It is no longer sent." };
  if (!has(old, operationId)) return { for: "servers", reason: "It is sent now." };
  return { for: found.for === "callers" ? "servers" : "callers", reason };
}

/** A body where there was none is one more thing that the receiver does not know. */
function isExtraBody(
  { contract }: SentByService,
  { answer, for: whom, operationId, request }: Break,
): boolean {
  const receiving = contract.operations.find((operation) => operation.operationId === operationId);
  const isOfRequest = whom === "servers" && answer === undefined && request.body !== undefined;
  return isOfRequest && receiving !== undefined && receiving.requestBody === undefined;
}

function has({ contract }: SentByService, operationId: string): boolean {
  return contract.operations.some((operation) => operation.operationId === operationId);
}

/** A location comes from the contract that the case is of: what both refuse, the other has. */
function locationOf(
  old: SentByService,
  changed: SentByService,
  { location, ...found }: Break,
): Break["location"] {
  const isOfOld = found.for === "callers" ? found.answer === undefined : found.answer !== undefined;
  const { placeOf, service } = isOfOld ? old : changed;
  return service.locate(placeOf(location.pointer));
}
