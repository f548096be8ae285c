// The part of the package that runs in browsers. Not exported: how a contract is read and checked
// against the profile.

export {
  credentialPrefix,
  essenceOf,
  isHeaderValue,
  isJson,
  isRequestSpecific,
  isSuccess,
  mediaOf,
  negotiate,
  readJson,
  responseFor,
} from "./http.ts";
export * from "./json.ts";
export { judgeResponse } from "./judge.ts";
export type * from "./model.ts";
export { nearestName } from "./notes.ts";
export {
  ContractError,
  omittedLines,
  type Problem,
  problemText,
} from "./profile/contract-error.ts";
export { questionsAt } from "./questions.ts";
export { type ReadOptions, readContract } from "./read.ts";
export * from "./redact.ts";
export * from "./request.ts";
export { basePath } from "./route.ts";
export {
  askedIncludes,
  identify,
  pruneIncludes,
  strangeIds,
  withIncludes,
} from "./scenarios/extensions.ts";
export { scenarioRequest } from "./scenarios/scenarios.ts";
export { type Selection, selectScenario } from "./scenarios/selection.ts";
export type { ObjectSchema, SchemaLocation, SchemaType } from "./schemas.ts";
export type {
  SchemaViolation,
  Shape,
  Union,
} from "./shape.ts";
export { formats } from "./validator.ts";
export { readText, readTyped, serializeParameter } from "./wire.ts";
