import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Contract } from "@workflow-api/contract";
import { parse } from "yaml";
import type { Mutant } from "./mutants.ts";

/** Mutants that no request and no response can tell from the contract, and why. */
interface Equivalent {
  readonly reason: string;
  /** As the score prints them: what is changed, by where that is. */
  readonly changes: Readonly<Record<string, readonly string[]>>;
}

/** Why mutants that survive mean the same as the contract. */
export interface Equivalences {
  /** `undefined`: that is not known. */
  reasonFor(mutant: Pick<Mutant, "change" | "pointer">): string | undefined;
  /** The mutants that are named, as `POINTER: CHANGE`. */
  readonly named: readonly string[];
}

/** Reads the file `equivalents.yaml` beside a contract. Without one, nothing is equivalent. */
export function readEquivalences({ file }: Contract): Equivalences {
  const path = join(dirname(file), "equivalents.yaml");
  const list: readonly Equivalent[] = existsSync(path) ? parse(readFileSync(path, "utf8")) : [];
  const reasons = new Map(
    list.flatMap(({ changes, reason }) =>
      Object.entries(changes).flatMap(([change, pointers]) =>
        pointers.map((pointer): [string, string] => [`${pointer}: ${change}`, reason]),
      ),
    ),
  );
  return {
    reasonFor: ({ change, pointer }) => reasons.get(`${pointer}: ${change}`),
    named: [...reasons.keys()],
  };
}
