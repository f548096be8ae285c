export { wireForm } from "./canonical-form.ts";
export { differenceLines } from "./difference.ts";
export type { Mutant } from "./mutant.ts";
export { mutantsOf } from "./mutants.ts";
export { disjoint, rewritesOf, together } from "./rewrites.ts";
export {
  createSuite,
  findKill,
  findKillers,
  type Kill,
  nearestFirst,
  type Proved,
  proveSuite,
  type Suite,
  type Teller,
} from "./suite.ts";
export { typesForm } from "./types-form.ts";
export { isUnguessable } from "./unguessable.ts";
