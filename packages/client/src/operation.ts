import type { Encoding } from "./credentials.ts";
import type { OperationName } from "./errors.ts";
import type { Serializer } from "./serializers.ts";

// What the generator writes of a contract. No member is optional: an absent one would be looked up
// on `Object.prototype`.

/** What a client of the contract is given, and what it sends. */
export interface ContractData {
  /** The options of the factory, besides those that each client has. */
  readonly options: readonly string[];
  /** The headers of most requests, in lower case, by the option that holds their value. */
  readonly settings: Readonly<Record<string, string>>;
  /**
   * The security requirements by their key: the names of their schemes, sorted and joined by
   * " and ". The empty string is anonymous.
   */
  readonly requirements: Readonly<Record<string, readonly SecurityScheme[]>>;
  /** The headers that no call can set, in lower case. */
  readonly headers: readonly string[];
}

/** A security scheme, and how its credential is sent. */
export interface SecurityScheme {
  readonly name: string;
  /** In lower case. */
  readonly header: string;
  readonly encoding: Encoding;
}

/** An operation of the contract, and how it is sent. */
export interface Operation<Id extends string = string> extends OperationName {
  readonly operationId: Id;
  readonly server: Server;
  /** The keys of its security requirements. */
  readonly security: readonly string[];
  /** The options that its headers hold. */
  readonly settings: readonly string[];
  /** The media types of its responses, as an `Accept` header. */
  readonly accept: string;
  /** Its parameters and its body. */
  readonly parameters: readonly Parameter[];
  /** What its bodies hold, by status or range (`4XX`). Null: there is no body. */
  readonly bodies: Readonly<Record<string, Expected | null>>;
}

/** Where an operation is served. */
export interface Server {
  /** The option that holds the base URL. */
  readonly option: string;
  /** The base URL if the option is absent. The empty string: that of the option `baseUrl`. */
  readonly url: string;
  /** A path that follows the base URL, such as `/v2`, or the empty string. */
  readonly suffix: string;
}

/** A parameter, or the body. */
export interface Parameter {
  readonly argument: string;
  readonly serializer: Serializer;
  /** Its name in the request; of the body, its media type. */
  readonly name: string;
  /** What separates the items of an array. The empty string: it is not an array. */
  readonly separator: "" | "," | "&";
  readonly required: boolean;
  /** What each of its values adds to the body of the response. Null: nothing. */
  readonly includes: Readonly<Record<string, Expected>> | null;
}

/**
 * What a value is known to be: not null (`true`), an array (`[]`), or an object with these members.
 * False: nothing is known.
 */
export type Expected = boolean | readonly [] | { readonly [name: string]: Expected };

/** Headers by name in lower case. */
export type Headers = Record<string, string>;
