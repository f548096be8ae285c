import type { Contract } from "@workflow-api/contract";
import type { RequestError } from "../message.ts";
import type { ReadRequest } from "./read-request.ts";
import { shortened } from "./shortened.ts";

/**
 * What is wrong with a request that leads nowhere because its path is nearly that of an operation: a segment is misspelt,
 * missing or one too many. Prism says no more than that it does not know it, and its answer stays as it is.
 * @returns Nothing, if no path of the contract is near.
 */
export function misspeltPath({ operations }: Contract, { target }: ReadRequest): RequestError[] {
  const given = target.path.split("/").slice(1);
  const [nearest] = [...new Set(operations.map(({ path }) => path))]
    .map((path) => ({ path, share: shareOf(path.split("/").slice(1), given, segmentCost) }))
    .sort((one, other) => one.share - other.share);
  if (nearest === undefined || nearest.share > farthest) return [];
  return [
    {
      in: "path",
      expected: `must be one of the contract: the nearest is ${shortened(nearest.path)}`,
      received: shortened(target.path),
    },
  ];
}

/** Such a share of its segments, and of the characters of each, may be other ones. */
const farthest = 0.5;

/** The distance of two lists or texts as a share of the longer one. Of those so unlike in length it is not found out: 1. */
function shareOf(one: ArrayLike<string>, other: ArrayLike<string>, cost: typeof segmentCost): number {
  const longer = Math.max(one.length, other.length);
  if (Math.abs(one.length - other.length) > longer * farthest) return 1;
  return distance(Array.from(one), Array.from(other), cost) / longer;
}

/** What it costs to take a segment for that of a template: nothing for a parameter, and 1 for quite another one. */
function segmentCost(template: string, given: string): number {
  if (template === given || (template.includes("{") && given !== "")) return 0;
  return Math.min(1, 2 * shareOf(template, given, () => 1));
}

/** The Levenshtein distance of two lists, whose items cost so much where one is taken for another. */
function distance(one: readonly string[], other: readonly string[], cost: typeof segmentCost): number {
  let above = [0, ...other.map((_, column) => column + 1)];
  for (const [row, item] of one.entries()) {
    const costs = [row + 1];
    for (const [column, counterpart] of other.entries()) {
      const [diagonal = 0, top = 0, left = 0] = [above[column], above[column + 1], costs[column]];
      const replaced = diagonal + (item === counterpart ? 0 : cost(item, counterpart));
      costs.push(Math.min(top + 1, left + 1, replaced));
    }
    above = costs;
  }
  return above.at(-1) ?? 0;
}
