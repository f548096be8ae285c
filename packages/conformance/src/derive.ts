import type { Contract } from "@workflow-api/contract";
import type { Case } from "./case.ts";
import { acceptCases } from "./cases/accept.ts";
import { bodyCases } from "./cases/bodies.ts";
import { parameterCases } from "./cases/parameters.ts";
import { robustnessCases } from "./cases/robustness.ts";
import { methodCases, pathCases } from "./cases/routes.ts";
import { includeCases, scenarioCases } from "./cases/scenarios.ts";
import { securityCases } from "./cases/security.ts";
import { createDraft, type Draft, type ServerData } from "./draft.ts";
import { createMaker } from "./values.ts";

/** What the cases are filled with. */
export interface DeriveOptions {
  /** Decides the values that are generated: the same seed gives the same cases. Default: 1. */
  readonly seed?: number;
  /** The data that the server has. Default: those of the examples. */
  readonly data?: ServerData;
  /**
   * Leaves out the cases that are valid by a rule which many servers do not keep (`Case.rule`), and
   * lets a server call a valid request too long (414, 431). Default: false.
   */
  readonly lenient?: boolean;
}

/** The whole derivation: each function gives the cases of one kind. */
const derivations: readonly ((draft: Draft) => Case[])[] = [
  scenarioCases,
  includeCases,
  securityCases,
  parameterCases,
  bodyCases,
  pathCases,
  methodCases,
  acceptCases,
  robustnessCases,
];

/**
 * Derives from a contract what to send to a server, and what has to come back. The contract and the
 * options alone decide the cases, their order and their titles.
 */
export function deriveCases(contract: Contract, options: DeriveOptions = {}): Case[] {
  const maker = createMaker(options.seed);
  return contract.operations.flatMap((operation) => {
    const draft = createDraft(contract, operation, maker, options.data);
    const cases = titled(distinct(derivations.flatMap((derive) => derive(draft))));
    return options.lenient === true ? leniently(cases) : cases;
  });
}

function leniently(cases: readonly Case[]): Case[] {
  return cases
    .filter(({ rule }) => rule === undefined)
    .map(({ expected, ...one }) => {
      const tooLong = expected.kind === "valid" ? ["414", "431"] : [];
      return { ...one, expected: { ...expected, statuses: [...expected.statuses, ...tooLong] } };
    });
}

/** Of several cases with the same request the first says the most of it. */
function distinct(cases: readonly Case[]): Case[] {
  const seen = new Set<string>();
  return cases.filter(({ request }) => {
    const key = JSON.stringify(request);
    return !seen.has(key) && seen.add(key);
  });
}

/** The same, with a number behind each title that was there before. */
export function titled<Titled extends { readonly title: string }>(
  cases: readonly Titled[],
): Titled[] {
  const counts = new Map<string, number>();
  return cases.map((one) => {
    const count = (counts.get(one.title) ?? 0) + 1;
    counts.set(one.title, count);
    return count === 1 ? one : { ...one, title: `${one.title} #${count}` };
  });
}
