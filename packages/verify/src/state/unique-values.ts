import { completeBody, freePlaces, type RequestPlace } from "@workflow-api/conformance";
import { isAccepted, type SentRequest } from "../sending/session.ts";
import type { Binding } from "./bind.ts";
import type { Controls } from "./control.ts";
import { resourceTemplate } from "./paths.ts";

// Which values must be unique is found out by sending a valid request twice.

/** How many places are tried one by one. */
const mostPlaces = 12;

/** What is known of a binding, and the last response. */
type Found = Binding & { readonly sent: SentRequest | undefined };

/**
 * Finds the places of a request whose values must be fresh: the ones without which a second
 * request is refused. All of them are fresh if that succeeds; otherwise they are tried one by one,
 * since a place may name something that the server has.
 */
export async function findUniquePlaces(controls: Controls, binding: Binding): Promise<Found> {
  const first = await attempt(controls, binding, []);
  if (first.sent === undefined || binding.base.operation.method === "DELETE") return first;
  // A change may repeat what its resource has, and not what another one has.
  const isChange = /^P(UT|ATCH)$/.test(binding.base.operation.method);
  const again = { ...binding, isUsed: binding.isUsed || isChange };
  const second = isAccepted(first.sent) ? await attempt(controls, again, []) : first;
  if (second.sent === undefined || isAccepted(second.sent) || !isRefused(second.sent))
    return second;
  for (const type of ["string", "integer"] as const) {
    const places = freePlaces(binding.base, type);
    const other = { ...binding, resource: second.resource };
    const found = await searched(controls, other, places, second.sent.status);
    if (found !== undefined) return found;
  }
  return (await withOwnResource(controls, binding)) ?? second;
}

/** Whether a server says that the client is at fault. */
function isRefused({ status = 500 }: SentRequest): boolean {
  return status >= 400 && status < 500;
}

/** Finds further places in the members that are optional, so that these can be sent twice, too. */
export async function findFurtherPlaces(controls: Controls, binding: Binding): Promise<Found> {
  const { base } = binding;
  const complete = completeBody(base);
  if (complete === undefined) return { ...binding, sent: undefined };
  const values = new Map([...base.values, ["body", complete] as const]);
  const first = await controls.send(binding, values);
  const second = first && isAccepted(first) ? await controls.send(binding, values) : first;
  if (second === undefined || isAccepted(second)) return { ...binding, sent: second };
  const known = new Set(freePlaces(base).map(({ at }) => at));
  const further = freePlaces({ ...base, values }).filter(({ at }) => !known.has(at));
  const found = { ...binding, places: [...binding.places, ...further] };
  const third = await controls.send(found, values);
  return third && isAccepted(third) ? { ...found, sent: third } : { ...binding, sent: second };
}

async function attempt(
  controls: Controls,
  binding: Binding,
  places: readonly RequestPlace[],
): Promise<Found> {
  const tried = { ...binding, places: [...binding.places, ...places] };
  return { ...tried, sent: await controls.send(tried) };
}

/** @param refusal - The status of the second request. */
async function searched(
  controls: Controls,
  binding: Binding,
  places: readonly RequestPlace[],
  refusal: number | undefined,
): Promise<Found | undefined> {
  if (places.length === 0) return undefined;
  const tryOut = async (some: readonly RequestPlace[]): Promise<Found> =>
    await attempt(controls, binding, some);
  const isDone = ({ sent }: Found): boolean => sent !== undefined && isAccepted(sent);
  const all = await tryOut(places);
  if (isDone(all)) return all;
  const single = places.slice(0, mostPlaces);
  const tell = { names: new Set<RequestPlace>(), unique: new Set<RequestPlace>() };
  for (const place of single) {
    const alone = await tryOut([place]);
    if (isDone(alone)) return alone;
    // Where a fresh value is refused in another way, the place names something.
    if (alone.sent?.status !== refusal) tell.names.add(place);
  }
  for (const place of single) {
    const rest = await tryOut(places.filter((other) => other !== place));
    if (isDone(rest)) return rest;
    if (rest.sent?.status === refusal) tell.unique.add(place);
  }
  for (const some of [places.filter((place) => !tell.names.has(place)), [...tell.unique]]) {
    const found = await tryOut(some);
    if (isDone(found)) return found;
  }
  return undefined;
}

/** A request may use up what it goes to, such as an order that can be sent once. */
async function withOwnResource(controls: Controls, binding: Binding): Promise<Found | undefined> {
  const template = resourceTemplate(binding.base.operation);
  const isMade = binding.resource?.isMade === true;
  const other = isMade && template ? await controls.make(template, true) : undefined;
  if (other === undefined) return undefined;
  const found = await attempt(controls, { ...binding, resource: other, needsOwn: true }, []);
  return found.sent !== undefined && isAccepted(found.sent)
    ? { ...found, isUsed: true }
    : undefined;
}
