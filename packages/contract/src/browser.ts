// What needs neither files nor anything else of Node. Not exported: how a contract is read and held to the profile.
export { ContractError, type Problem, problemText } from "./contract-error.ts";
export * from "./includes.ts";
export * from "./json.ts";
export * from "./judge.ts";
export type * from "./model.ts";
export * from "./places.ts";
export { readContract } from "./read.ts";
export { type Selection, scenarioRequest, selectScenario } from "./scenarios.ts";
export { formats } from "./validator.ts";
export * from "./wire.ts";
