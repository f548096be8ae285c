import type { Contract, Operation, Parameter } from "@workflow-api/contract";
import { type Address, addressesOf } from "./addresses.ts";
import { camelCase, claim, pascalCase } from "./names.ts";

/** A header that the client sends by itself, from an option of the factory. */
export interface Setting {
  readonly option: string;
  readonly parameter: Parameter;
}

/** An argument of a method. */
export interface Argument {
  readonly name: string;
  readonly parameter: Parameter;
}

/** What the client makes of a contract: the names, which the contract does not give. */
export interface Design {
  readonly contract: Contract;
  readonly settings: readonly Setting[];
  methodOf(operation: Operation): string;
  typeOf(operation: Operation): string;
  argumentsOf(operation: Operation): readonly Argument[];
  settingsOf(operation: Operation): readonly Setting[];
  addressOf(operation: Operation): Address | undefined;
}

// The members of the client, and the options of the factory, that are the same for every contract.
const CLIENT_MEMBERS = ["raw", "safe", "then", "toJSON", ...Object.getOwnPropertyNames(Object.prototype)];
const FACTORY_OPTIONS = ["auth", "baseUrl", "fetch", "logger", "maxBytes", "middleware", "retry", "timeout"];

/** Decides what everything is called. */
export function designClient(contract: Contract): Design {
  const members = new Set(CLIENT_MEMBERS);
  const types = new Set([
    "Auth",
    "Client",
    "ClientOptions",
    "CreateClient",
    "Methods",
    "SafeMethods",
    "Schemas",
  ]);
  const options = new Set(FACTORY_OPTIONS);
  const methods = new Map(contract.operations.map((each) => [each, claim(each.operationId, members)]));
  const typeNames = new Map(
    contract.operations.map((each) => [each, claim(pascalCase(each.operationId), types)]),
  );
  const settings = settingsOf(contract, options);
  const addresses = addressesOf(contract, options);
  return {
    contract,
    settings,
    methodOf: (operation) => methods.get(operation) ?? operation.operationId,
    typeOf: (operation) => typeNames.get(operation) ?? pascalCase(operation.operationId),
    argumentsOf: (operation) => argumentsOf(contract, operation, settings),
    settingsOf: ({ parameters }) =>
      settings.filter(({ parameter }) => parameters.some((each) => isSameHeader(each, parameter))),
    addressOf: ({ servers }) => (servers[0] ? addresses.get(servers[0].url) : undefined),
  };
}

/**
 * A required header says who is asking rather than what is asked for if it is on more than half of the operations, or
 * is a component that several paths share: it is given once, to the factory. It is called as the header is, without
 * `X-`.
 */
function settingsOf({ operations }: Contract, taken: Set<string>): Setting[] {
  const found: Setting[] = [];
  for (const parameter of operations.flatMap(({ parameters }) => parameters)) {
    const holders = operations.filter((each) =>
      each.parameters.some((other) => isSameHeader(other, parameter)),
    );
    if (aboutTheRequest.test(parameter.name)) continue;
    if (holders.length * 2 <= operations.length && !isShared(parameter, holders)) continue;
    if (found.some((setting) => isSameHeader(setting.parameter, parameter))) continue;
    found.push({ option: claim(camelCase(parameter.name.replace(/^x-/i, "")), taken), parameter });
  }
  return found;
}

/** Headers that are about one request or one resource, whoever sends it. */
const aboutTheRequest = /^(if-|range$|prefer$|idempotency-key$|traceparent$)|(request|correlation)-id$/i;

function isShared({ parameterPointer }: Parameter, holders: readonly Operation[]): boolean {
  const paths = new Set(holders.map(({ path }) => path));
  return parameterPointer.startsWith("/components/parameters/") && paths.size > 1;
}

function isSameHeader(one: Parameter, other: Parameter): boolean {
  const isRequiredHeader = one.in === "header" && other.in === "header" && one.required && other.required;
  return isRequiredHeader && one.name.toLowerCase() === other.name.toLowerCase();
}

// OpenAPI 3.1, "Parameter Object": header parameters of these names shall be ignored.
const IGNORED_HEADERS = ["accept", "content-type", "authorization"];

/** The arguments are called as the parameters are; where two clash, the later one says where it travels. */
function argumentsOf(contract: Contract, operation: Operation, settings: readonly Setting[]): Argument[] {
  const credentials = contract.securitySchemes.flatMap((scheme) =>
    scheme.in === "header" && scheme.name !== undefined ? [scheme.name.toLowerCase()] : [],
  );
  const unlisted = [...IGNORED_HEADERS, ...credentials];
  const taken = new Set(operation.requestBody === undefined ? [] : ["body"]);
  const places: readonly Parameter["in"][] = ["path", "query", "header", "cookie"];
  return places
    .flatMap((place) => operation.parameters.filter((parameter) => parameter.in === place))
    .filter((parameter) => parameter.in !== "header" || !unlisted.includes(parameter.name.toLowerCase()))
    .filter((parameter) => !settings.some((setting) => isSameHeader(setting.parameter, parameter)))
    .map((parameter) => {
      const { name } = parameter;
      const free = taken.has(name) ? parameter.in + pascalCase(name) : name;
      return { name: claim(free, taken), parameter };
    });
}
