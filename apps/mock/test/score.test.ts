import { join } from "node:path";
import { groups } from "@workflow-api/conformance";
import {
  createFindKill,
  disjoint,
  type Mutant,
  mutantsOf,
  rewritesOf,
  type Suite,
  together,
  wireForm,
} from "@workflow-api/conformance/score";
import { loadContract, valueAt } from "@workflow-api/contract";
import { beforeAll, expect, test } from "vitest";
import { lintSurvivors } from "../score/lint-survivors.ts";
import { createOriginal, type Original } from "../score/original.ts";
import { type Fate, tryMutant } from "../score/try-mutant.ts";

const contract = await loadContract();
const mutants = mutantsOf(contract.document);
let original: Original;
beforeAll(async () => {
  original = await createOriginal(contract, 1);
});

function tried(mutant: Mutant, against: Original = original, all = false): Promise<Fate> {
  return tryMutant(against, mutant, { all });
}

function only(suite: Suite): Original {
  return { ...original, suite, findKill: createFindKill(suite) };
}

test("The original passes all that is derived from it.", () => {
  expect(original.failed).toEqual([]);
});

test("There are at least 2,000 mutants of the contract, no two of them the same.", () => {
  expect(mutants.length).toBeGreaterThanOrEqual(2000);
  expect(new Set(mutants.map(({ document }) => JSON.stringify(document))).size).toBe(mutants.length);
});

test("A mutant of each operator is noticed, or refused by the rules of the contract.", async () => {
  const fates: Fate[] = [];
  for (const operator of new Set(mutants.map((mutant) => mutant.operator))) {
    const own = mutants.filter((mutant) => mutant.operator === operator);
    const middle = Math.floor(own.length / 2);
    const mutant = [...own.slice(middle), ...own.slice(0, middle)].find(
      ({ document }) => wireForm(document) !== original.wire,
    );
    if (mutant !== undefined) fates.push(await tried(mutant));
  }
  const refused = await lintSurvivors(fates);
  const missed = fates.filter((fate) => fate.outcome === "survived" && !refused.has(fate));
  expect(missed.map(({ operator, pointer }) => `${operator} ${pointer}`)).toEqual([]);
});

test("No rewrite that means the same is noticed.", async () => {
  const rewrites = rewritesOf(contract.document);
  expect(rewrites.length).toBeGreaterThanOrEqual(300);
  for (const rewrite of rewrites) expect(wireForm(rewrite.document), rewrite.pointer).toBe(original.wire);
  // The form says that they are the same, and they are tried all the same.
  const formless = { ...original, wire: "" };
  for (const group of disjoint(rewrites)) {
    const { kills, outcome } = await tried(together(contract.document, group), formless);
    expect(outcome, `${group.map((each) => each.operator + each.pointer)} ${kills[0]?.title}`).toBe(
      "survived",
    );
  }
});

test("A value that an enum allows on top is noticed where a refusal names the values.", async () => {
  const widened = mutants.filter(({ operator }) => operator === "add-to-enum");
  expect(widened).not.toEqual([]);
  // A refusal that the contract documents is its example, and names nothing.
  const silent = contract.operations.filter(({ responses }) =>
    responses.some(({ status }) => /^(400|422|4XX|default)$/i.test(status)),
  );
  const isSilent = ({ pointer }: Mutant): boolean =>
    silent.some((each) => pointer.startsWith(`${each.pointer}/`));
  // A value that is another spelling of one is sent as a wrong one anyway.
  for (const mutant of widened)
    expect(isSilent(mutant) ? ["unguessable", "killed"] : ["killed"], mutant.change).toContain(
      (await tried(mutant)).outcome,
    );
});

test("Where nothing names it, it is told apart as what cannot be guessed, and other survivors are not.", async () => {
  const blind = only({ answers: [], cases: [] });
  const isWidened = ({ document, operator, pointer }: Mutant): boolean =>
    operator === "add-to-enum" && JSON.stringify(valueAt(document, pointer)).includes("quincunx");
  const [widened] = mutants.filter(isWidened);
  const [narrowed] = mutants.filter(({ operator }) => operator === "drop-from-enum");
  if (widened === undefined || narrowed === undefined) throw new Error("The contract has no enum.");
  expect((await tried(widened, blind)).outcome).toBe("unguessable");
  expect((await tried(narrowed, blind)).outcome).toBe("survived");
});

test("A survivor is told with its place, its difference and the cases closest to it.", async () => {
  const narrowed = mutants.filter(({ operator }) => operator === "drop-from-enum");
  const { answers, cases } = original.suite;
  const few = only({ cases: cases.slice(0, 2), answers: answers.slice(0, 1) });
  const outcomes = await Promise.all(narrowed.map((mutant) => tried(mutant, few)));
  // What is far from a mutant does not notice it.
  const survivor = outcomes.find(({ outcome }) => outcome === "survived")?.survivor;
  expect(survivor?.place).toMatch(/openapi\.yaml:\d+$/);
  expect(survivor?.difference).toEqual([expect.stringMatching(/^- /)]);
  expect(survivor?.closest).toHaveLength(3);
});

/** For each group a change that nothing else notices: an operator, and where it is applied. */
const alone: readonly [group: string, operator: string, place: RegExp][] = [
  ["scenario", "delete", /NotFound\/content\/[^/]+\/examples\/[^/]+\/value$/],
  ["include", "swap-includes", /x-includes$/],
  ["near", "delete", /\/components\/parameters\/Domain\/examples\/request_incorrect$/],
  ["security", "security", /get\/security$/],
  ["parameter", "optional", /\/components\/parameters\/Domain\/required$/],
  ["path", "generalise-path", /\/paths$/],
  ["method", "add-method", /\/paths\/[^/]+$/],
  ["accept", "add-media-type", /\/responses\/200\/content$/],
  ["answer", "drop-from-enum", /\/components\/schemas\/VariableCageAttributes\//],
];

test("There is such a change for every group.", () => {
  expect(new Set([...alone.map(([group]) => group), "body"])).toEqual(new Set([...groups, "answer"]));
});

test.each(alone)("Without the group %s the score would be lower.", async (group, operator, place) => {
  await expectAlone(group, original, mutants, operator, place);
});

test("Without the group body the score of a contract with bodies would be lower.", async () => {
  const ledger = await loadContract(join(import.meta.dirname, "contracts", "ledger.yaml"));
  const own = mutantsOf(ledger.document);
  await expectAlone("body", await createOriginal(ledger, 1), own, "bound", /memo\/maxLength$/);
});

async function expectAlone(
  group: string,
  against: Original,
  all: readonly Mutant[],
  operator: string,
  place: RegExp,
): Promise<void> {
  const made = all.filter((each) => each.operator === operator && place.test(each.pointer));
  if (made.length === 0) throw new Error(`Nothing is done by ${operator} at ${place}.`);
  const noticed: string[] = [];
  for (const mutant of made) {
    const { kills } = await tried(mutant, against, true);
    noticed.push(kills.map(({ by }) => by).join());
    if (noticed.at(-1) === group) break;
  }
  expect(noticed).toContain(group);
}
