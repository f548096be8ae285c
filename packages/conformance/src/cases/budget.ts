import { groupBy } from "@workflow-api/contract/json";

/** How many cases of an operation are derived, and how many are beyond that. */
export interface Budget {
  readonly most: number;
  /** About how many more there are. */
  beyond: number;
}

/** A budget without a limit. */
export function unlimited(): Budget {
  return { most: Number.POSITIVE_INFINITY, beyond: 0 };
}

/**
 * The most different items first: one of each key, then a second one of each, and so on. What is
 * beyond the budget is counted. The order stays as it is.
 */
export function mostDifferent<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  budget: Budget,
): readonly Item[] {
  if (items.length <= budget.most) return items;
  const groups = [...groupBy(items, keyOf).values()];
  const kept = new Set<Item>();
  for (let round = 0; kept.size < budget.most; round++)
    for (const { [round]: item } of groups)
      if (item !== undefined && kept.size < budget.most) kept.add(item);
  budget.beyond += items.length - kept.size;
  return items.filter((item) => kept.has(item));
}
