// The command is in bin.ts.
export type { Acceptance, AcceptedBreak } from "./accepted.ts";
export type { Audience, Change, ChangePlace } from "./change.ts";
export { type Comparison, compareContracts } from "./comparison.ts";
export type { Counterexample } from "./replay.ts";
