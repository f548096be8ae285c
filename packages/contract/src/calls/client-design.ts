import type { Contract, Operation } from "../model.ts";
import { type Address, addressesOf } from "./addresses.ts";
import { type Argument, argumentsIn } from "./arguments.ts";
import { claim, pascalCase } from "./names.ts";
import { isSameHeader, type Setting, settingsIn } from "./settings.ts";

/** What the client makes of a contract: the names, which the contract does not give. */
export interface ClientDesign {
  readonly contract: Contract;
  /** The headers that are given to the factory. */
  readonly settings: readonly Setting[];
  /** The name of the method of an operation. */
  methodOf(operation: Operation): string;
  /** What the names of an operation's types begin with. */
  typeOf(operation: Operation): string;
  /** The arguments of a method, besides `body`. */
  argumentsOf(operation: Operation): readonly Argument[];
  /** The settings that an operation sends. */
  settingsOf(operation: Operation): readonly Setting[];
  /** Where an operation is served. `undefined`: at the main address. */
  addressOf(operation: Operation): Address | undefined;
}

// The members of the client, the options of its factory and its types that are the same for every contract.
const CLIENT_MEMBERS = ["raw", "safe", "then", "toJSON", ...Object.getOwnPropertyNames(Object.prototype)];
const FACTORY_OPTIONS = ["auth", "baseUrl", "fetch", "logger", "maxBytes", "middleware", "retry", "timeout"];
const TYPES = [
  "Auth",
  "Client",
  "ClientOptions",
  "CreateClient",
  "CreateMethods",
  "MethodClient",
  "Methods",
  "SafeMethods",
  "Schemas",
];

const designs = new WeakMap<Contract, ClientDesign>();

/**
 * Says what the client that is generated from a contract calls everything. Its generator asks this, and so does whoever
 * shows or makes its calls, so that they cannot differ.
 */
export function designClient(contract: Contract): ClientDesign {
  const known = designs.get(contract);
  if (known !== undefined) return known;
  const design = designNow(contract);
  designs.set(contract, design);
  return design;
}

function designNow(contract: Contract): ClientDesign {
  const ids = contract.operations.map(({ operationId }) => operationId);
  const methods = named(ids, (id) => id, CLIENT_MEMBERS);
  const types = named(ids, pascalCase, TYPES);
  const options = new Set(FACTORY_OPTIONS);
  const settings = settingsIn(contract, options);
  const addresses = addressesOf(contract, options);
  return {
    contract,
    settings,
    methodOf: ({ operationId }) => methods.get(operationId) ?? operationId,
    typeOf: ({ operationId }) => types.get(operationId) ?? pascalCase(operationId),
    argumentsOf: (operation) => argumentsIn(contract, operation, settings),
    settingsOf: ({ parameters }) =>
      settings.filter(({ parameter }) => parameters.some((each) => isSameHeader(each, parameter))),
    addressOf: ({ servers }) => (servers[0] ? addresses.get(servers[0].url) : undefined),
  };
}

/** A name for each operation, by operationId, that none of the others nor of the reserved ones is. */
function named(
  ids: readonly string[],
  nameOf: (id: string) => string,
  reserved: readonly string[],
): ReadonlyMap<string, string> {
  const taken = new Set(reserved);
  return new Map(ids.map((id) => [id, claim(nameOf(id), taken)]));
}
