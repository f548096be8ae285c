import type { JsonValue } from "./json.ts";
import type { OmittedOperation, Operation, ParameterValues } from "./model.ts";
import type { SchemaViolation } from "./schema/shape.ts";

// Requests and responses: on the wire, and as the contract reads them.

/** The result of routing a method and a path. */
export interface Route {
  /** `undefined`: the contract has no such path, or not this method of it, or omits it. */
  readonly operation: Operation | undefined;
  /** The operation of the method and the path, if it is omitted. */
  readonly omitted: OmittedOperation | undefined;
  /** The methods of the path. Empty: there is no such path. */
  readonly methods: readonly string[];
  /** The segments of the path parameters by name, percent-encoded. */
  readonly segments: ReadonlyMap<string, string>;
  /**
   * The path of a server with which the requested path begins, such as `/api/v2`, although that of
   * the operation does not. If there is no such path: the longest one. The empty string: none.
   */
  readonly basePath: string;
}

/** A request as the contract reads it. */
export interface JudgedRequest extends Route {
  /** The values of its parameters, by key. A parameter that was not sent is absent. */
  readonly values: ParameterValues;
  /** The parsed body. `undefined`: none, or one that cannot be parsed. */
  readonly body: JsonValue | undefined;
  /**
   * What is missing or malformed in its credentials, by the nearest security requirement. Empty:
   * nothing.
   */
  readonly unauthenticated: readonly Violation[];
  /** The other violations of the contract. Empty: the request is valid. */
  readonly violations: readonly Violation[];
  /** What is ignored, or rarely meant. It is no violation. */
  readonly notes: readonly Note[];
}

/** A response as the contract reads it. */
export interface JudgedResponse {
  /** The parsed body. `undefined`: none, or one that is not described or cannot be parsed. */
  readonly body: JsonValue | undefined;
  /** Empty: it conforms. */
  readonly violations: readonly Violation[];
  /** What was not validated, or is rarely meant. It is no violation. */
  readonly notes: readonly Note[];
}

/** Something in a message that is ignored or not validated, or that is rarely meant. */
export interface Note {
  /** The part: the key of a parameter, `query NAME` of an unknown one, or `body`. */
  readonly part: string;
  /** Such as `is ignored, because getNotes has no such parameter: limit was probably meant`. */
  readonly message: string;
}

/** A violation of the contract by a request or a response. */
export interface Violation extends SchemaViolation {
  /**
   * The part with the violation: the key of a parameter (`query include`), a header (`header
   * x-domain`), `body` or `status`.
   */
  readonly part: string;
}

/** What a request and a response on the wire have in common. */
export interface HttpMessage {
  /** By name in lower case; repeated headers are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The body as a string, which is not well-formed if its bytes are not UTF-8. The empty string:
   * none.
   */
  readonly body: string;
}

/** A request on the wire. */
export interface HttpRequest extends HttpMessage {
  /** In upper case. */
  readonly method: string;
  /** Percent-encoded. */
  readonly path: string;
  /** Percent-encoded, without the question mark. The empty string: none. */
  readonly query: string;
}

/** A response on the wire. */
export interface HttpResponse extends HttpMessage {
  readonly status: number;
}
