import { parsePointer } from "./json-pointer.ts";
import { isJson } from "./media-type.ts";
import type { Contract, MediaType, Operation } from "./model.ts";
import { possibleTypes } from "./possible-types.ts";
import { possibleFacetsOf } from "./schema-facets.ts";
import { type Place, placeBelow, type SchemaWorld } from "./schema-places.ts";
import { successOf } from "./success.ts";

/** What the answers of an operation say of a member that can be asked for. */
export interface IncludedMember {
  /** The bodies of answers that it is in. */
  readonly bodies: readonly MediaType[];
  /** Whether one of their schemas lets it be null. */
  readonly isNullable: boolean;
}

/**
 * Where a member is that can be asked for: in the bodies of answers that declare it; where none does, in all of them.
 *
 * @param adds - Its JSON Pointer.
 */
export function includedMember(
  resolve: Contract["resolve"],
  operation: Pick<Operation, "method" | "responses">,
  adds: string,
): IncludedMember {
  const world = { resolve };
  const path = parsePointer(adds);
  const all = successOf(operation).flatMap(({ content }) => content);
  const declaring = all.filter((body) => isJson(body.mediaType) && membersAt(world, body, path).length > 0);
  const bodies = declaring.length > 0 ? declaring : all;
  const isNullable = bodies.some((body) =>
    membersAt(world, body, path).some((member) => mayBeNull(world, member)),
  );
  return { bodies, isNullable };
}

/** What a schema, its parts and its branches declare at a path. */
function membersAt(world: SchemaWorld, place: Place, [name, ...path]: readonly string[]): Place[] {
  if (name === undefined) return [place];
  return possibleFacetsOf(world, [place]).flatMap((facet) => {
    const member = placeBelow(facet, "properties", name);
    return member === undefined || member.schema === false ? [] : membersAt(world, member, path);
  });
}

/** What says nothing of null does not let a member be null that was asked for. */
function mayBeNull(world: SchemaWorld, place: Place): boolean {
  const isSaid = possibleFacetsOf(world, [place]).some(
    ({ schema: { type, enum: listed, const: value } }) =>
      [type].flat().includes("null") || [listed, value].flat().includes(null),
  );
  return isSaid && possibleTypes(world, [place]).includes("null");
}
