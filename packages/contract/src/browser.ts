// The part of the package that runs in browsers. Not exported: how a contract is read and checked
// against the profile.

export { judgeResponse } from "./judge.ts";
export type * from "./model.ts";
export { camelCase, uniqueName } from "./names.ts";
export { nearestName } from "./notes.ts";
export {
  ContractError,
  omittedLines,
  type Problem,
  problemText,
} from "./profile/contract-error.ts";
export { type ReadOptions, readContract } from "./read.ts";
export * from "./redact.ts";
export * from "./request.ts";
export { askedIncludes, pruneIncludes, withIncludes } from "./scenarios/extensions.ts";
export {
  inputsOf,
  type SampleOptions,
  sampleHeader,
  sampleRequest,
} from "./scenarios/sample-request.ts";
export { type Selection, selectScenario } from "./scenarios/selection.ts";
export type { ObjectSchema, SchemaLocation, SchemaType } from "./schemas.ts";
export type { SchemaViolation, Shape, Union } from "./shape.ts";
export { formats } from "./validator.ts";
export { readText, serializeParameter } from "./wire.ts";
