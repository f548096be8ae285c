import { type Contract, isObject, type Operation, valueAt } from "@workflow-api/contract";
import type { Case } from "../case.ts";
import { formOf } from "../credentials.ts";
import type { Break } from "./break.ts";
import { placesOfPart } from "./places.ts";
import { whatIsGone } from "./what-is-gone.ts";

/** The scopes of each scheme that is asked for, by what the scheme is and not by its name. */
type Way = Readonly<Record<string, readonly string[]>>;

/** The ways of authenticating whose scopes no longer do: a token does not show its scopes, so no request can. */
export function scopesRaised(
  old: Contract,
  changed: Contract,
  casesOf: (operation: Operation) => readonly Case[],
): Break[] {
  return whatIsGone(old, changed, casesOf, (operation, counterpart) => {
    const others = waysOf(changed, counterpart);
    return waysOf(old, operation)
      .filter((way) => others.some((other) => isSame(other, way)))
      .filter((way) => !others.some((other) => isSame(other, way) && isEnough(way, other)))
      .map((way) => ({
        reason: `A token with the scopes ${Object.values(way).flat().join(", ") || "(none)"} is no longer enough.`,
        places: [placesOfPart(old, operation, "security"), placesOfPart(changed, counterpart, "security")],
      }));
  });
}

/** The Security Requirement Objects of an operation, which has its own or those of the contract. */
function waysOf({ document, securitySchemes }: Contract, { pointer }: Operation): Way[] {
  const kindOf = (key: string): string => {
    const scheme = securitySchemes.find((each) => each.key === key);
    return scheme === undefined ? key : `${scheme.type} ${formOf(scheme)}`;
  };
  const ways = valueAt(document, `${pointer}/security`) ?? document["security"];
  if (!Array.isArray(ways)) return [];
  return ways.filter(isObject).map((way) => {
    const schemes = Object.entries(way).map(([key, scopes]) => [
      kindOf(key),
      Array.isArray(scopes) ? scopes.map(String) : [],
    ]);
    return Object.fromEntries(schemes);
  });
}

/** Whether two ways ask for the same schemes. */
function isSame(one: Way, other: Way): boolean {
  return Object.keys(one).toSorted().join() === Object.keys(other).toSorted().join();
}

/** Whether the scopes of one way are all that another asks for. */
function isEnough(way: Way, asked: Way): boolean {
  return Object.entries(asked).every(([key, scopes]) => scopes.every((scope) => way[key]?.includes(scope)));
}
