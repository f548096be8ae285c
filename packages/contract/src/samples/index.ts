export {
  alternativesOf,
  type Facet,
  facetsOf,
  itemPlaces,
  type JsonType,
  listBelow,
  lowerBound,
  type Place,
  placeBelow,
  propertyNames,
  propertyPlaces,
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
