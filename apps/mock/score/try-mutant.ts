import type { Target } from "@workflow-api/conformance";
import {
  differenceLines,
  findKillers,
  isUnguessable,
  type Kill,
  type Mutant,
  nearestFirst,
  typesForm,
  wireForm,
} from "@workflow-api/conformance/score";
import type { JsonObject } from "@workflow-api/contract";
import type { Original } from "./original.ts";
import { serve } from "./serve.ts";

/** What became of a mutant. */
export interface Fate {
  readonly operator: string;
  readonly pointer: string;
  /**
   * `equivalent`: it asks the same of a server. `types`: that, but the generated types differ. `unloadable`: nothing
   * serves it. `unguessable`: it allows a value that no suite can guess, and differs in nothing else.
   */
  readonly outcome: "equivalent" | "types" | "unloadable" | "unguessable" | "killed" | "survived";
  readonly kills: readonly Kill[];
  /** `undefined`: it did not survive. */
  readonly survivor: Survivor | undefined;
}

/** What helps to see why a mutant survived. */
export interface Survivor {
  /** The mutant, to be held against the rules of the contract. */
  readonly document: JsonObject;
  /** The place in the contract: `openapi.yaml:12`. */
  readonly place: string;
  readonly difference: readonly string[];
  /** The cases and answers that stand closest to the place, with the lines that they follow from. */
  readonly closest: readonly string[];
}

/** How a mutant is tried. */
export interface Trial {
  /** Whether to find every group that kills it, rather than the first. */
  readonly all: boolean;
}

/** Serves a mutant, and tries on it what was derived from the original. */
export async function tryMutant(original: Original, mutant: Mutant, { all }: Trial): Promise<Fate> {
  const { operator, pointer, document } = mutant;
  const fate = (outcome: Fate["outcome"], kills: readonly Kill[] = []): Fate => {
    const survivor = outcome === "survived" ? describeSurvivor(original, mutant) : undefined;
    return { operator, pointer, outcome, kills, survivor };
  };
  if (isSame(document, wireForm, original.wire))
    return fate(isSame(document, typesForm, original.types) ? "equivalent" : "types");
  let served: Target;
  try {
    served = await serve(document);
  } catch {
    return fate("unloadable");
  }
  const kills = all
    ? await findKillers(original.suite, served, pointer)
    : [(await original.findKill(served, pointer)) ?? []].flat();
  if (kills.length > 0) return fate("killed", kills);
  return fate(isUnguessable(original.contract.document, mutant, original.suite) ? "unguessable" : "survived");
}

/** A document that is too broken to have a form is not the same. */
function isSame(document: JsonObject, form: (document: JsonObject) => string, original: string): boolean {
  try {
    return form(document) === original;
  } catch {
    return false;
  }
}

/** So many cases, and so many answers, are named. */
const closestNamed = 2;

function describeSurvivor({ contract, suite }: Original, mutant: Mutant): Survivor {
  const closest = [suite.cases, suite.answers].flatMap((list) =>
    nearestFirst<(typeof list)[number]>([...list], mutant.pointer)
      .slice(0, closestNamed)
      .map(({ location, title }) => `${title} (line ${location.line})`),
  );
  const { file: source, line } = contract.locate(mutant.pointer);
  const difference = differenceLines(contract.document, mutant);
  return { document: mutant.document, place: `${source}:${line}`, difference, closest };
}
