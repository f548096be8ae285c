import {
  appendPointer,
  type Contract,
  isJson,
  listedValues,
  type MediaType,
  type Place,
  possibleTypes,
} from "@workflow-api/contract";
import { literal } from "@workflow-api/contract/calls";
import type { Alternative } from "../src/media.ts";
import { alternativesOf } from "./alternatives.ts";
import { isText } from "./media-types.ts";
import { isNeverNull, memberPlaces, ownMembers, requiredMembers } from "./members.ts";

/** What reads a body, and looks for what it has that is not looked for in every body of the response: in source text. */
export function wireReader(contract: Contract, media: MediaType, content: readonly MediaType[]): string {
  if (!isJson(media.mediaType)) return isText(media.mediaType) ? "readStated" : "readBytes";
  const names = ownMembers(contract, media, content);
  const nullable = names.filter((name) => !isNeverNull(contract, media, name));
  const lists = [names, nullable].filter((list) => list.length > 0);
  const reader = alternativesOf(contract, media).reduce(
    (inner, places) => readerOfOne(contract, media, places, inner),
    readerOf(contract, media),
  );
  return lists.length === 0
    ? reader
    : `requiring(${[reader, ...lists.map((list) => literal(list))].join(", ")})`;
}

/** What reads a body that is an object by one of some alternatives, each of which says what it has. */
function readerOfOne(contract: Contract, media: MediaType, places: readonly Place[], inner: string): string {
  const objects = places.filter((place) => possibleTypes(contract, [place]).includes("object"));
  const rows = objects.map((place) => alternativeOf(contract, media, place));
  // One that says nothing is there whatever is missed, and nothing is missed where none has more than its values.
  return rows.some(({ is, has }) => !is && !has) || !rows.some(({ has }) => has)
    ? inner
    : `requiringOne(${[inner, ...rows.map((row) => literal(row))].join(", ")})`;
}

/** What tells an alternative of a body from others: members that have one value, and others that it has. */
function alternativeOf(contract: Contract, media: MediaType, place: Place): Alternative {
  const known = requiredMembers(contract, [media]);
  const asked = contract.operations.flatMap(({ includes }) =>
    includes.filter(({ bodies }) => bodies.includes(media)).map(({ adds }) => adds),
  );
  const names = requiredMembers(contract, [place], [media]).filter(
    (name) => !asked.includes(appendPointer("", name)),
  );
  const is = names.flatMap((name): [string, unknown][] => {
    const [value, ...others] = listedValues(contract, memberPlaces(contract, [place], name)) ?? [];
    return value === undefined || typeof value === "object" || others.length > 0 ? [] : [[name, value]];
  });
  const has = names.filter((name) => !known.includes(name) && !is.some(([other]) => other === name));
  const nullable = has.filter((name) => !isNeverNull(contract, place, name));
  return {
    ...(is.length > 0 && { is: Object.fromEntries(is) }),
    ...(has.length > 0 && { has }),
    ...(nullable.length > 0 && { nullable }),
  };
}

function readerOf(contract: Contract, media: MediaType): string {
  const types = possibleTypes(contract, [media]);
  if (types.length === possibleTypes(contract, []).length) return "readJson";
  // By far the most frequent type, whose reader is a part of the one for all.
  return types.join() === "object"
    ? "readObject"
    : `readAs(${types.map((type) => JSON.stringify(type)).join(", ")})`;
}
