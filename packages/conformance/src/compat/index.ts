export { type Base, BaseError, withBase } from "./base.ts";
export type { Break } from "./break.ts";
export type { BuildBreak, TypesPackage } from "./breaks-of-build.ts";
export { type CompatSurroundings, runCompat } from "./command.ts";
export { compareContracts } from "./compare.ts";
export {
  type Breaks,
  type Change,
  type ComparedContract,
  type Comparison,
  describeChanges,
} from "./describe-changes.ts";
export type { Release } from "./release.ts";
export { ToolError } from "./tool-error.ts";
export { witnessText } from "./witness.ts";
