import { fileURLToPath } from "node:url";
import {
  createFindKill,
  type Mutant,
  mutantsOf,
  nearestFirst,
  wireForm,
} from "@workflow-api/conformance/score";
import { loadContract } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { createOriginal, type Original } from "../score/original.ts";
import { tryMutant } from "../score/try-mutant.ts";

/** Of the mutants of a contract so many are looked at, and so many of those that its form takes for the same are tried. */
const [mostLookedAt, mostTried] = [300, 24];

/** Of the cases and of the answers so many are tried on a mutant: what shows it stands near it. */
const mostNear = 100;

// What a rule of the form would take for the same if it went too far is among the mutants, which no rewrite makes.
test.each(["library.yaml", "gallery/openapi.yaml", "styles.yaml"])(
  "Nothing notices a mutant of %s that the form takes for the same.",
  async (name) => {
    const contract = await loadContract(fileURLToPath(new URL(`contracts/${name}`, import.meta.url)));
    const original = await createOriginal(contract, 1);
    const same = evenly(mutantsOf(contract.document), mostLookedAt).filter(
      ({ document }) => wireForm(document) === original.wire,
    );
    const noticed: string[] = [];
    for (const mutant of evenly(same, mostTried)) {
      const { kills, operator, outcome, pointer } = await tryMutant(nearTo(original, mutant), mutant, {
        all: false,
      });
      if (outcome === "killed") noticed.push(`${operator} ${pointer}: ${kills[0]?.title}`);
    }
    expect(same.length).toBeGreaterThan(mostTried / 2);
    expect(noticed).toEqual([]);
  },
);

/** The original with what of its suite is nearest to a mutant, whose form makes no difference. */
function nearTo(original: Original, { pointer }: Mutant): Original {
  const cases = nearestFirst([...original.suite.cases], pointer).slice(0, mostNear);
  const answers = nearestFirst([...original.suite.answers], pointer).slice(0, mostNear);
  return { ...original, wire: "", findKill: createFindKill({ cases, answers }) };
}

function evenly<T>(list: readonly T[], most: number): T[] {
  const every = Math.max(1, Math.floor(list.length / most));
  return list.filter((_, index) => index % every === 0);
}
