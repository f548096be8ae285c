export { BaseError, findBase } from "./base.ts";
export { type CompatSurroundings, runCompat } from "./command.ts";
export { type Break, compareContracts } from "./compare.ts";
