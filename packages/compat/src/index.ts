// The command is in bin.ts.
export type { Acceptance, AcceptedBreak } from "./accepted.ts";
export type { Audience, Change, ChangeIdentity, ChangePlace, Counterexample } from "./change.ts";
export { type Comparison, compareContracts } from "./comparison.ts";
