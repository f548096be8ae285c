import type { QuerySerializer, QuerySerializerOptions } from "openapi-fetch";
import type { Init } from "../client.ts";

// What the generator writes of a contract.

/** What the operations of a contract share. */
export interface ContractData {
  /**
   * The options that are base URLs, `baseUrl` first, and their defaults. The empty string: that of
   * `baseUrl`.
   */
  readonly urls: Readonly<Record<string, string>>;
  /** How the options are sent that requests carry: headers such as `domain`, and `auth.apiKey`. */
  readonly fields: Readonly<Record<string, FieldData>>;
}

/** How the value of an option is sent. */
export interface FieldData {
  /** The header, in lower case. `undefined`: `write` sends it. */
  readonly header?: string;
  /** What stands before the value, such as `Bearer `. */
  readonly prefix?: string;
  /** Makes a text of what was given. Default: it is one. */
  encode?(given: unknown): string | undefined;
  /** Writes it into a copy of a request. */
  write?(request: Request, value: string): Request | Promise<Request>;
}

/** How errors name an operation. `path` is the template, without arguments. */
export interface OperationName {
  readonly operationId?: string;
  readonly method: string;
  readonly path: string;
}

/** An operation of the contract, and how it is sent. */
export interface Operation<Id extends string = string> extends OperationName {
  readonly operationId: Id;
  /** The option that holds its base URL. Default: `baseUrl`. */
  readonly server?: string;
  /** A path between the base URL and its own, such as `/v2`. */
  readonly suffix?: string;
  /** The options that its requests carry, if they are given. */
  readonly fields: readonly string[];
  /** The media types of its responses, as an `Accept` header. */
  readonly accept: string;
  /**
   * Where each argument of its method goes: a location, such as `query`, and a dot and a name if
   * the argument has another name than the parameter.
   */
  readonly parameters: Readonly<Record<string, string>>;
  /** The arguments that are required, but those of the path, which all are. */
  readonly required?: readonly string[];
  /** How its query is written, where openapi-fetch does otherwise. */
  readonly query?: QuerySerializerOptions | QuerySerializer<unknown>;
  /** Adds what openapi-fetch does not write by itself to the options of a call. */
  write?(init: Init): Init;
  /** The argument that asks for parts of the body, and the paths to what its values add. */
  readonly includes?: {
    readonly argument: string;
    readonly adds: Readonly<Record<string, string>>;
  };
  /**
   * The paths to what the JSON of its responses must hold, such as `data.id data.attributes`, by
   * status or range (`4XX`). False: there is
   * no body, or nothing is known of it.
   */
  readonly bodies: Readonly<Record<string, string | false>>;
}
