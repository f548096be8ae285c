import {
  alwaysRequired,
  type Contract,
  facetsOf,
  isJson,
  isMarked,
  type MediaType,
  type Place,
  possibleFacetsOf,
  possibleTypes,
  propertyPlaces,
  type SchemaWorld,
} from "@workflow-api/contract";
import { alternativesOf } from "./alternatives.ts";
import { isAlways } from "./reading.ts";

/** The schemas that hold for a member of every object of some schemas. */
export function memberPlaces(world: SchemaWorld, places: readonly Place[], name: string): Place[] {
  return propertyPlaces(facetsOf(world, places), name);
}

/** Whether a member of a body is something else than null, whatever else it may be and whichever alternative the body is. */
export function isNeverNull(world: SchemaWorld, body: Place, name: string): boolean {
  if (!possibleTypes(world, memberPlaces(world, [body], name)).includes("null")) return true;
  return alternativesOf(world, body).some((places) =>
    places.every((place) => isNeverNull(world, place, name)),
  );
}

/**
 * The members that an object of some schemas always has when a server sends it.
 *
 * @param whole - The schemas of the whole body, if those are a part of it.
 */
export function requiredMembers(
  world: SchemaWorld,
  places: readonly Place[],
  whole: readonly Place[] = places,
): string[] {
  const said = possibleFacetsOf(world, whole);
  const isSent = (name: string): boolean =>
    !propertyPlaces(said, name).some((member) => isMarked(world, [member], "writeOnly"));
  return alwaysRequired(world, places).filter(isSent);
}

/** The members that every body of a response has; none where one may be no object. */
export function commonMembers(contract: Contract, content: readonly MediaType[]): string[] {
  if (!content.every((body) => isAlways(["object"], contract, [body]))) return [];
  const [first = [], ...others] = content.map((body) => membersOf(contract, body));
  return first.filter((name) => others.every((each) => each.includes(name)));
}

/** The members that a body has if it is an object, and not every other one of the same response. */
export function ownMembers(contract: Contract, body: MediaType, content: readonly MediaType[]): string[] {
  const common = commonMembers(contract, content);
  return membersOf(contract, body).filter((name) => !common.includes(name));
}

function membersOf(contract: Contract, body: MediaType): string[] {
  return isJson(body.mediaType) ? requiredMembers(contract, [body]) : [];
}
