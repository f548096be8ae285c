// For the changelog of the docs. The command is in bin.ts.
export type { BuildBreak } from "./build.ts";
export { type Change, type Comparison, compareContracts } from "./comparison.ts";
export type { Counterexample } from "./replay.ts";
