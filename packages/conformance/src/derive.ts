import type { Contract } from "@workflow-api/contract";
import { uniqueBy } from "@workflow-api/contract/json";
import {
  type BaseRequest,
  createBaseRequest,
  judged,
  requestOf,
  type ServerData,
} from "./cases/base-request.ts";
import { bodyCases } from "./cases/bodies.ts";
import { type CaseBudget, mostDifferent, unlimited } from "./cases/budget.ts";
import type { Case } from "./cases/case.ts";
import { partCases } from "./cases/part-values.ts";
import { robustnessCases } from "./cases/robustness.ts";
import { acceptCases, methodCases, pathCases } from "./cases/routes.ts";
import { includeCases, scenarioCases } from "./cases/scenarios.ts";
import { securityCases } from "./cases/security.ts";
import { createMaker } from "./values/maker.ts";

/** How cases are derived. */
export interface DeriveOptions {
  /** The seed of the generated values: the same seed gives the same cases. Default: 1. */
  readonly seed?: number;
  /** The data that the server has. Default: those of the examples. */
  readonly data?: ServerData;
}

/** The derivation: each function gives the cases of one kind. */
const derivations: readonly ((base: BaseRequest, budget: CaseBudget) => Case[])[] = [
  scenarioCases,
  includeCases,
  securityCases,
  partCases,
  bodyCases,
  pathCases,
  methodCases,
  acceptCases,
  robustnessCases,
];

/** What needs no valid request. */
const routeDerivations = [pathCases, methodCases];

/** Whether the request that all cases are made from is valid. */
function isValidBase(base: BaseRequest): boolean {
  return judged(base, requestOf(base))?.violations.length === 0;
}

/**
 * Derives requests and the expected responses from a contract. The contract and the options alone
 * decide the cases, their order and their titles.
 */
export function deriveCases(contract: Contract, options: DeriveOptions = {}): Case[] {
  const maker = createMaker(options.seed);
  return contract.operations.flatMap((operation) =>
    deriveOperationCases(createBaseRequest(contract, operation, maker, options.data)),
  );
}

/** What is not a value of a part: it is always among the cases. */
function isEssential({ group, part, tried }: Case): boolean {
  const isOfValue = (group === "parameter" || group === "body") && part !== "parameter";
  return !isOfValue || (group === "body" && tried === undefined);
}

/** What distinguishes cases: the part, and what they break or how they are unusual. */
function variety({ at, broken, part, tried }: Case): readonly [string, string] {
  const { keyword, kind, spelling } = broken ?? {};
  return [[keyword, kind, spelling, typeof tried].join(" "), `${part} ${at}`];
}

/**
 * The cases of one operation, from a valid request of it.
 *
 * @param budget - How many cases at most; the most different ones are kept. Default: all.
 */
export function deriveOperationCases(base: BaseRequest, budget: CaseBudget = unlimited()): Case[] {
  const used = isValidBase(base) ? derivations : routeDerivations;
  const all = used.flatMap((each) => each(base, budget));
  // Of several cases with the same request, the first is the most specific.
  const distinct = uniqueBy(all, ({ request }) => JSON.stringify(request));
  const values = distinct.filter((each) => !isEssential(each));
  const kept = new Set(mostDifferent(values, variety, budget));
  return titled(distinct.filter((each) => isEssential(each) || kept.has(each)));
}

/** The same, with a number behind each title that was there before. */
function titled(cases: readonly Case[]): Case[] {
  const counts = new Map<string, number>();
  return cases.map((each) => {
    const count = (counts.get(each.title) ?? 0) + 1;
    counts.set(each.title, count);
    return count === 1 ? each : { ...each, title: `${each.title} #${count}` };
  });
}
