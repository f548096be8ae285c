// What the changelog of the docs is made from. The command is in bin.ts.
export type { BuildBreak } from "./build.ts";
export { type Change, type Comparison, describeChanges } from "./describe.ts";
export type { Release } from "./release.ts";
export type { Witness } from "./replay.ts";
