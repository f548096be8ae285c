export { wireForm } from "./canonical-form.ts";
export { differenceLines } from "./difference.ts";
export {
  createFindKill,
  type FindKill,
  findKillers,
  type Kill,
  nearestFirst,
  type Teller,
} from "./find-kill.ts";
export type { Mutant } from "./mutant.ts";
export { mutantsOf } from "./mutants.ts";
export { disjoint, rewritesOf, together } from "./rewrites.ts";
export { createSuite, type Proved, proveSuite, type Suite } from "./suite.ts";
export { typesForm } from "./types-form.ts";
export { isUnguessable } from "./unguessable.ts";
