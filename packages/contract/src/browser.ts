// What needs neither files nor anything else of Node.
export { ContractError, type Problem, problemText } from "./contract-error.ts";
export { askedIncludes, missingIncludes, pruneIncludes, unaskedPointers, withIncludes } from "./includes.ts";
export {
  appendPointer,
  isEqual,
  isObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  parsePointer,
  pointerOfReference,
  valueAt,
} from "./json.ts";
export { type JudgedRequest, judgeRequest, judgeResponse, judgeSecurity } from "./judge.ts";
export type * from "./model.ts";
export {
  below,
  choicesOf,
  type Facet,
  facetsOf,
  itemPlaces,
  listedValues,
  placeAt,
  propertyNames,
  propertyPlaces,
  requiredNames,
  type SchemaType,
  typesOf,
} from "./places.ts";
export { readContract } from "./read.ts";
export { type Selection, scenarioRequest, selectScenario } from "./scenarios.ts";
export { formats } from "./validator.ts";
export {
  essenceOf,
  isJson,
  negotiate,
  parseParameter,
  queryPairs,
  type RequestShape,
  readJson,
  requestFor,
  serializeParameter,
} from "./wire.ts";
