export type * from "./case.ts";
export { groups } from "./case.ts";
export { type CheckOptions, checkAnswer, isOneOf, parseBody } from "./check-answer.ts";
export type { Credentials } from "./credentials.ts";
export { type DeriveOptions, deriveCases } from "./derive-cases.ts";
export type { Finding, FindingName } from "./finding.ts";
export { createHttpTarget, type HttpTargetOptions, NoAnswer } from "./http-target.ts";
export { createProcessTarget, type ProcessServer } from "./process-target.ts";
export { JudgesDisagree } from "./schema/values.ts";
