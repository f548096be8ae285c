import {
  findKill,
  findKillers,
  type Kill,
  type Mutant,
  type Suite,
  typesForm,
  wireForm,
} from "@workflow-api/conformance/score";
import type { JsonObject } from "@workflow-api/contract";
import { serve } from "./serve.ts";

/** What became of a mutant. */
export interface Fate {
  readonly operator: string;
  readonly pointer: string;
  readonly change: string;
  /**
   * `equivalent`: it asks the same of a server. `types`: that, but the generated types differ. `unloadable`: nothing
   * serves it.
   */
  readonly outcome: "equivalent" | "types" | "unloadable" | "killed" | "survived";
  readonly kills: readonly Kill[];
  /** Where a survivor is kept, to be held against the rules of the contract. */
  readonly file: string | undefined;
}

export interface Original {
  readonly suite: Suite;
  readonly wire: string;
  readonly types: string;
}

export interface Trial {
  /** Where a mutant is written to be loaded. Nothing overwrites it if it survives. */
  readonly file: string;
  /** Whether to find every group that kills it, rather than the first. */
  readonly all: boolean;
}

export async function tryMutant(original: Original, mutant: Mutant, { all, file }: Trial): Promise<Fate> {
  const { operator, pointer, change, document } = mutant;
  const fate = (outcome: Fate["outcome"], kills: readonly Kill[] = []): Fate => {
    const kept = outcome === "survived" ? file : undefined;
    return { operator, pointer, change, outcome, kills, file: kept };
  };
  if (isSame(document, wireForm, original.wire))
    return fate(isSame(document, typesForm, original.types) ? "equivalent" : "types");
  let served: Awaited<ReturnType<typeof serve>>;
  try {
    served = await serve(document, file);
  } catch {
    return fate("unloadable");
  }
  const kills = all
    ? await findKillers(original.suite, served, pointer)
    : [(await findKill(original.suite, served, pointer)) ?? []].flat();
  return fate(kills.length > 0 ? "killed" : "survived", kills);
}

/** A document that is too broken to have a form is not the same. */
function isSame(document: JsonObject, form: (document: JsonObject) => string, original: string): boolean {
  try {
    return form(document) === original;
  } catch {
    return false;
  }
}
