export { facetsOf } from "../schema-facets.ts";
export {
  type Facet,
  firstItems,
  itemPlaces,
  type Place,
  placeBelow,
  placesBelow,
  propertyPlaces,
} from "../schema-places.ts";
export {
  alternativesOf,
  type JsonType,
  lowerBound,
  propertyNames,
  requiredNames,
  type SampleWorld,
  stated,
  statedNumbers,
  typesOf,
  upperBound,
} from "./facets.ts";
export { numberCandidates } from "./numbers.ts";
export { isSent } from "./objects.ts";
export { distinct, repeated } from "./repeat.ts";
export { candidatesBy, candidatesOf, isValid, sampleOf } from "./sample.ts";
