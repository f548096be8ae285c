import type { QuerySerializerOptions } from "openapi-fetch";
import type { Encoding, Place } from "./credentials.ts";
import type { BodyWriter, CookieWriter, QueryWriter } from "./serializers.ts";

// What the generator writes of a contract.

/** What the operations of a contract share. */
export interface ContractData {
  /** The URL of its first server, for a client without the option `baseUrl`. */
  readonly baseUrl: string;
  /** The headers of most requests, by the option that holds their value. */
  readonly settings: Readonly<Record<string, string>>;
  /**
   * The security requirements by their key: the names of their schemes, sorted and joined by
   * " and ". The empty string is anonymous.
   */
  readonly requirements: Readonly<Record<string, readonly SecurityScheme[]>>;
}

/** A security scheme, and how its credential is sent. */
export interface SecurityScheme {
  readonly name: string;
  readonly place: Place;
  /** The name of the header, the query parameter or the cookie. */
  readonly parameter: string;
  readonly encoding: Encoding;
}

/** How errors name an operation. `path` is the template, without arguments. */
export interface OperationName {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
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
  readonly parameters: readonly Parameter[];
  /** How its query is written. */
  readonly query?: QueryWriter;
  /** How its cookies are written, which openapi-fetch does not do. */
  readonly cookie?: CookieWriter;
  readonly body?: RequestBody;
  /** What its bodies hold, by status or range (`4XX`). Null: there is no body. */
  readonly bodies: Readonly<Record<string, Expected | null>>;
}

/** Where an operation is served. */
export interface Server {
  /** The option that holds the base URL. */
  readonly option: string;
  /** The base URL if the option is absent. Default: that of the option `baseUrl`. */
  readonly url?: string;
  /** A path that follows the base URL, such as `/v2`. */
  readonly suffix?: string;
}

/** A parameter, which is an argument of the method. */
export interface Parameter {
  readonly argument: string;
  readonly in: "path" | "query" | "header" | "cookie";
  /** Its name in the request. */
  readonly name: string;
  readonly required?: boolean;
  /** Whether its values are arrays. */
  readonly isList?: boolean;
  /** How openapi-fetch writes its arrays and objects into a query. */
  readonly style?: QuerySerializerOptions;
  /** What each of its values adds to the body of the response. */
  readonly includes?: Readonly<Record<string, Expected>>;
}

/** The request body. */
export interface RequestBody {
  readonly required: boolean;
  readonly mediaType: string;
  readonly write: BodyWriter;
}

/**
 * What a value is known to be: not null (`true`), an array (`[]`), or an object with these members.
 * False: nothing is known.
 */
export type Expected = boolean | readonly [] | { readonly [name: string]: Expected };
