// What needs neither files nor anything else of Node.
export { alwaysRequired } from "./always-required.ts";
export { askFor } from "./ask-for.ts";
export { componentAt } from "./component-at.ts";
export { ContractError, type Problem } from "./contract-error.ts";
export { completedScenario, exampleRequest } from "./example-request.ts";
export { type FoundOperation, findOperation } from "./find-operation.ts";
export { encodeForm, isForm, isMultipart, isSameForm } from "./form-body.ts";
export { isIgnoredHeader, isIgnoredResponseHeader } from "./ignored-headers.ts";
export { isNamed } from "./is-named.ts";
export { isObject, type JsonObject, type JsonSchema, type JsonValue } from "./json.ts";
export { appendPointer, parsePointer, pointerOfReference, valueAt } from "./json-pointer.ts";
export { listedValues } from "./listed-values.ts";
export { mapSchemas } from "./map-schemas.ts";
export {
  essenceOf,
  isJson,
  isMediaRange,
  isSameMediaType,
  lacksBoundary,
  mediaTypeParameter,
} from "./media-type.ts";
export { missedIncludes } from "./missed-includes.ts";
export type * from "./model.ts";
export { documentAsSentBy, isNeverAnswered, otherDirection, type Sender } from "./one-way.ts";
export { decodeLeniently, type ParsedParameter, parseParameter } from "./parse-parameter.ts";
export { placeholderOf } from "./placeholder.ts";
export { possibleTypes } from "./possible-types.ts";
export { askedPointers, projectIncludes, unaskedPointers } from "./project-includes.ts";
export { readContract } from "./read-contract.ts";
export { readForm } from "./read-form.ts";
export { parameterKey } from "./read-parameter.ts";
export { createResolver } from "./reading.ts";
export {
  type ContractRequest,
  type RequestShape,
  requestFor,
  scenarioBody,
  scenarioRequest,
} from "./request.ts";
export { scenarioValues } from "./scenario-values.ts";
export { facetsOf, isMarked, possibleFacetsOf } from "./schema-facets.ts";
export {
  type Facet,
  firstItems,
  itemPlaces,
  type Place,
  placeBelow,
  propertyPlaces,
  type SchemaWorld,
} from "./schema-places.ts";
export { type SelectableRequest, type Selection, selectScenario } from "./select-scenario.ts";
export { sentMediaType } from "./sent-media-type.ts";
export { serializeParameter, type WireParameter } from "./serialize-parameter.ts";
export { successOf } from "./success.ts";
export type { Violation } from "./violation.ts";
export { type Walked, walkDocument } from "./walk-document.ts";
