export {
  type BaseRequest,
  createBaseRequest,
  type ServerData,
  validCase,
} from "./cases/base-request.ts";
export { type CaseBudget, unlimited } from "./cases/budget.ts";
export {
  type Case,
  type CaseGroup,
  type Deviation,
  type Expectation,
  groups,
  type PartValues,
} from "./cases/case.ts";
export * from "./cases/fresh-requests.ts";
export { completeBody } from "./cases/part-values.ts";
export { randomCases } from "./cases/random.ts";
export { type DeriveOptions, deriveCases, deriveOperationCases } from "./derive.ts";
export type { Failure } from "./http/connection.ts";
export { curlOf } from "./http/curl.ts";
export {
  placeholderOf,
  type Secrets,
  variableOf,
  withSecrets,
} from "./http/secrets.ts";
export {
  createHttpTarget,
  type HttpTargetOptions,
  NoResponse,
  type ReadResponse,
  type Target,
} from "./http/targets.ts";
export {
  addedMember,
  type Cause,
  causeKey,
  causeOfStatus,
  hasMember,
} from "./responses/causes.ts";
export { checkResponse, type Finding, flawOfResponse, isOneOf } from "./responses/check.ts";
export type { Flaw } from "./responses/flaws.ts";
export type { Observation } from "./responses/observations.ts";
export { createMaker, type Maker, positionsOf, type Variation } from "./values/maker.ts";
