import { groupBy } from "@workflow-api/contract/json";

/** How many cases of an operation are derived, and how many are beyond that. */
export interface CaseBudget {
  readonly most: number;
  /** About how many more there are. */
  beyond: number;
}

/** A budget without a limit. */
export function unlimited(): CaseBudget {
  return { most: Number.POSITIVE_INFINITY, beyond: 0 };
}

/**
 * The most different items first: one of each kind, then one of each kind at another place, then a
 * second one, and so on. What is beyond the budget is counted. The order stays as it is.
 */
export function mostDifferent<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => readonly [kind: string, place: string],
  budget: CaseBudget,
): readonly Item[] {
  if (items.length <= budget.most) return items;
  const kinds = groupBy(items, (item) => keyOf(item)[0]);
  const groups = [...kinds.values()]
    .flatMap((ofKind) =>
      [...groupBy(ofKind, (item) => keyOf(item)[1]).values()].map((group, rank) => ({
        group,
        rank,
      })),
    )
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ group }) => group);
  const kept = new Set<Item>();
  for (let round = 0; kept.size < budget.most; round++)
    for (const { [round]: item } of groups)
      if (item !== undefined && kept.size < budget.most) kept.add(item);
  budget.beyond += items.length - kept.size;
  return items.filter((item) => kept.has(item));
}
