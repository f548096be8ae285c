import { parseArgs } from "node:util";
import { contractFile } from "@workflow-api/contract";

export const usage = `Scores the contract checks by changing the contract: every change that a server
would show must be noticed, and nothing else.

Usage: npm run score -- [options]

  --sample NUMBER    about so many mutants, spread evenly (default: all)
  --contract FILE    the contract (default: the packaged one)
  --seed NUMBER      the seed of the derived cases (default: 1); the original has
                     to pass the next two as well
  --rewrites NUMBER  about so many of the documents that hold the rewrites, which
                     mean the same (default: all, with --sample 4)
  --matrix           find every group of cases that notices a mutant, and what
                     the score is without each
  --min PERCENT      fail below this score (default: 99)
  --help             this text

Exit code: 0 the score is reached; 1 it is not, and the last lines say why;
2 there is none.
`;

/** What a run of the score is told. */
export interface ScoreOptions {
  readonly contract: string;
  readonly help: boolean;
  readonly matrix: boolean;
  readonly min: number;
  readonly rewrites: number;
  /** 0: all. */
  readonly sample: number;
  readonly seed: number;
}

/** @throws {TypeError} An option is unknown, or its value is none. */
export function readOptions(args: readonly string[]): ScoreOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      contract: { type: "string", default: contractFile() },
      help: { type: "boolean", short: "h", default: false },
      matrix: { type: "boolean", default: false },
      min: { type: "string", default: "99" },
      rewrites: { type: "string" },
      sample: { type: "string", default: "0" },
      seed: { type: "string", default: "1" },
    },
  });
  const { contract, help, matrix, min } = values;
  const sample = whole("sample", values.sample);
  const rewrites = whole("rewrites", values.rewrites ?? (sample > 0 ? "4" : "0"));
  if (!/^\d+(?:\.\d+)?$/.test(min) || Number(min) > 100) {
    throw new TypeError(`--min takes a percentage from 0 to 100, not "${min}".`);
  }
  return { contract, help, matrix, min: Number(min), rewrites, sample, seed: whole("seed", values.seed) };
}

function whole(name: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new TypeError(`--${name} takes a whole number, not "${text}".`);
  return Number(text);
}
