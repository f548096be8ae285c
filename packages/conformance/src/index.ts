export { type Broken, type Case, type Expectation, type Group, groups } from "./case.ts";
export { type Causes, causesOfStatus, scopesOf, type WiderCause } from "./causes.ts";
export { checkResponse, type Finding, flawOfResponse, isOneOf } from "./check.ts";
export type { Failure } from "./connection.ts";
export { curlOf } from "./curl.ts";
export { type DeriveOptions, deriveCases } from "./derive.ts";
export { type CaseDraft, createDraft, type ServerData } from "./draft.ts";
export type { Flaw } from "./flaws.ts";
export type { Observation } from "./observations.ts";
export { randomCases } from "./random.ts";
export {
  placeholderOf,
  type Secrets,
  variableOf,
  withSecrets,
} from "./secrets.ts";
export {
  createHttpTarget,
  type HttpTargetOptions,
  NoResponse,
  type ReadResponse,
  type Target,
} from "./targets.ts";
export { createMaker, type Maker, type Variation } from "./values.ts";
