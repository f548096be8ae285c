export { typesForm, wireForm } from "./canonical-form.ts";
export type { Mutant } from "./mutant.ts";
export { mutantsOf } from "./mutants.ts";
export { rewritesOf } from "./rewrites.ts";
export {
  createSuite,
  findKill,
  findKillers,
  type Kill,
  nearestFirst,
  type Served,
  type Suite,
} from "./suite.ts";
