export { addressesOf } from "./addresses.ts";
export type { Argument } from "./arguments.ts";
export { bodyLines, withBody } from "./body-text.ts";
export {
  type ClientCall,
  type ClientPlace,
  clientCall,
  clientPlace,
  sampleOptions,
  scenarioCall,
} from "./client-call.ts";
export { type ClientDesign, designClient } from "./client-design.ts";
export { addressOptions, authOption, type CredentialPart } from "./factory-options.ts";
export { camelCase, claim, pascalCase } from "./names.ts";
export { isSameHeader, type Setting } from "./settings.ts";
export { literal, memberAccess, propertyName, Source } from "./source-text.ts";
