import {
  alwaysRequired,
  facetsOf,
  isMarked,
  type Place,
  possibleFacetsOf,
  possibleTypes,
  propertyPlaces,
  type SchemaWorld,
} from "@workflow-api/contract";

/** The schemas that hold for a member of every object of some schemas. */
export function memberPlaces(world: SchemaWorld, places: readonly Place[], name: string): Place[] {
  return propertyPlaces(facetsOf(world, places), name);
}

/** Whether a member of a body is something else than null, whatever else it may be. */
export function isNeverNull(world: SchemaWorld, body: Place, name: string): boolean {
  return !possibleTypes(world, memberPlaces(world, [body], name)).includes("null");
}

/** The members that an object of some schemas always has when a server sends it. */
export function requiredMembers(world: SchemaWorld, places: readonly Place[]): string[] {
  const said = possibleFacetsOf(world, places);
  const isSent = (name: string): boolean =>
    !propertyPlaces(said, name).some((member) => isMarked(world, [member], "writeOnly"));
  return alwaysRequired(world, places).filter(isSent);
}
