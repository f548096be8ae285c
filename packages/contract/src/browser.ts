// The part of the package that runs in browsers. Not exported: how a contract is read and checked
// against the profile.

import { createPageMatcher } from "./patterns/matcher.ts";
import { createContractReader, type ReadContract } from "./read/contract.ts";

/** Reads an OpenAPI document into typed values. In a page, patterns are matched by JavaScript. */
export const readContract: ReadContract = createContractReader(createPageMatcher);

export { judgeResponse } from "./judge/judge.ts";
export { nearestName } from "./judge/request-notes.ts";
export type * from "./messages.ts";
export type * from "./model.ts";
export { camelCase, disjunctionOf, escapeRegExp, uniqueName } from "./names.ts";
export {
  ContractError,
  omittedLines,
  type Problem,
  problemText,
} from "./profile/contract-error.ts";
export type { ReadContract } from "./read/contract.ts";
export { askedIncludes, pruneIncludes, withIncludes } from "./scenarios/extensions.ts";
export {
  type Input,
  inputsOf,
  type SampleOptions,
  sampleHeader,
  sampleRequest,
} from "./scenarios/sample-request.ts";
export { type Selection, selectScenario } from "./scenarios/selection.ts";
export type { ObjectSchema, SchemaLocation, SchemaType } from "./schema/schemas.ts";
export type { SchemaViolation, Shape, Union } from "./schema/shape.ts";
export { formats } from "./schema/validator.ts";
export { writeBody } from "./wire/body.ts";
export { credentialIn, withCredential, withoutCredential } from "./wire/credentials.ts";
export {
  locationKey,
  locations,
  type ParameterLocation,
  type ParameterStyle,
} from "./wire/locations.ts";
export { readText } from "./wire/read.ts";
export { decodeText, type ReadBody, readBody } from "./wire/read-body.ts";
export * from "./wire/redact.ts";
export * from "./wire/request.ts";
export { serializeParameter } from "./wire/write.ts";
