import type { Group, Target } from "../case.ts";
import { isKilledBy, type Suite, tellsApart } from "./suite.ts";

/** What tells a mutant from the original: the group of a case, or a judge of answers. */
export type Teller = Group | "answer";

/** What gave a mutant away. */
export interface Kill {
  readonly by: Teller;
  readonly title: string;
}

/** One thing to try on what a mutant serves. */
interface Trial {
  readonly by: Teller;
  readonly title: string;
  readonly pointer: string;
  /** What those have in common that are likely to notice the same mutants. */
  readonly kind: string;
  /** Whether it gives the mutant away. */
  notices(served: Target): Promise<boolean>;
}

/** Tries a suite on what a mutant serves. The place of the mutation decides the order, and nothing else. */
export type FindKill = (served: Target, pointer: string) => Promise<Kill | undefined>;

/** So many of what stands closest to the mutated place come first, then what noticed other mutants, then so many more. */
const closest = 4;
const close = 24;

/** So many of what noticed the last mutants are remembered: the next one stands beside them. */
const remembered = 16;

/**
 * Tries a suite on one mutant after the other, and stops at the first thing that gives a mutant away. Only how soon
 * that is hangs on what was tried before.
 */
export function createFindKill(suite: Suite): FindKill {
  const trials = trialsOf(suite);
  let recent: readonly Trial[] = [];
  return async (served, pointer) => {
    const near = nearestFirst(trials, pointer);
    const order = [...near.slice(0, closest), ...recent, ...near.slice(0, close), ...inTurn(near)];
    for (const trial of new Set(order)) {
      if (!(await trial.notices(served))) continue;
      recent = [trial, ...recent.filter((each) => each !== trial)].slice(0, remembered);
      return { by: trial.by, title: trial.title };
    }
    return undefined;
  };
}

/** Every group that gives a mutant away, with the first of its cases that does. */
export async function findKillers(suite: Suite, served: Target, pointer: string): Promise<Kill[]> {
  const kills: Kill[] = [];
  for (const { by, notices, title } of nearestFirst(trialsOf(suite), pointer)) {
    if (kills.some((kill) => kill.by === by)) continue;
    if (await notices(served)) kills.push({ by, title });
  }
  return kills;
}

function trialsOf({ answers, cases }: Suite): Trial[] {
  return [
    ...cases.map((one): Trial => {
      const { expected, group, operation, pointer, title } = one;
      const kind = `${group} ${operation?.operationId} ${expected.statuses.join()}`;
      return { by: group, title, pointer, kind, notices: (served) => isKilledBy(served, one) };
    }),
    ...answers.map((one): Trial => {
      const { allowed, answer, keyword, operation, pointer, title } = one;
      const kind = `answer ${operation.operationId} ${answer.status} ${allowed} ${keyword}`;
      const notices = async (served: Target): Promise<boolean> => (await tellsApart(served, one)) === true;
      return { by: "answer", title, pointer, kind, notices };
    }),
  ];
}

/** The first of each kind, then the second of each, and so on. */
function inTurn(trials: readonly Trial[]): Trial[] {
  const turns = new Map<string, number>();
  const turnOf = (kind: string): number => {
    const turn = turns.get(kind) ?? 0;
    turns.set(kind, turn + 1);
    return turn;
  };
  const placed = trials.map((trial) => [trial, turnOf(trial.kind)] as const);
  return placed.toSorted(([, a], [, b]) => a - b).map(([trial]) => trial);
}

/** What stands close to a place of the contract before all else, and what stands at it before what stands in it. */
export function nearestFirst<T extends { readonly pointer: string }>(
  list: readonly T[],
  pointer: string,
): T[] {
  const near = list.map((one) => [one, common(one.pointer, pointer)] as const);
  return near
    .toSorted(([one, a], [other, b]) => b - a || one.pointer.length - other.pointer.length)
    .map(([one]) => one);
}

function common(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
