import type { JsonObject, JsonValue } from "./json.ts";
import type { SchemaViolation, Shape } from "./shape.ts";

/** An OpenAPI contract that conforms to the profile, read once. */
export interface Contract {
  /** The absolute path of the file; `(document)` for a contract that was read from none. */
  readonly file: string;
  /** The document. Every `$ref` in it points into the document itself. */
  readonly document: JsonObject;
  readonly info: Info;
  readonly tags: readonly Tag[];
  /** In the order of the document. */
  readonly operations: readonly Operation[];
  readonly securitySchemes: readonly SecurityScheme[];
  readonly gaps: readonly Gap[];
  /**
   * Where a JSON Pointer of the document stands in the file; its nearest ancestor if it is absent.
   */
  locate(pointer: string): SourceLocation;
  /**
   * The operation that a path addresses. The path of a server, such as `/api/v2`, may stand before
   * it.
   */
  route(method: string, path: string): Route;
  /** Routes, reads and validates a request. */
  judge(request: HttpRequest): JudgedRequest;
  /** What the schema at a pointer of the document says of a value. */
  shape(pointer: string): Shape;
}

/** What a contract says of itself; what it leaves out is the empty string. */
export type Info = Readonly<Record<"title" | "version" | "summary" | "description", string>>;

/** A group of operations. */
export type Tag = Readonly<Record<"name" | "description", string>>;

/** A part of the document, by its JSON Pointer (RFC 6901). */
interface Placed {
  readonly pointer: string;
}

/** A part of the document that says what it means; the empty string: it does not. */
interface Described extends Placed {
  readonly description: string;
}

/** A method of a path, with all that it takes and answers. */
export interface Operation extends Described {
  readonly operationId: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path template, such as `/data_dictionary/variables_cages/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly deprecated: boolean;
  readonly tags: readonly string[];
  /** The nearest ones: its own, its path's or the contract's. At least one. */
  readonly servers: readonly Server[];
  /** Those of the path first, unless the operation has one of the same name and place. */
  readonly parameters: readonly Parameter[];
  readonly requestBody: RequestBody | undefined;
  /** By status, ascending. */
  readonly responses: readonly Response[];
  /** The ways of authenticating, any one of which will do (OR). Empty: none is needed. */
  readonly security: readonly SecurityAlternative[];
  /** The scopes or roles that each of these must have, in the words of the contract. */
  readonly scopes: readonly (readonly string[])[];
  /** By status, then in the contract's order of examples. */
  readonly scenarios: readonly Scenario[];
  /** What answers a request that no scenario matches: the first scenario of the lowest 2xx. */
  readonly defaultScenario: Scenario | undefined;
  /** What the values of its query parameters add to the 2xx body. */
  readonly includes: readonly Include[];
}

/** An address at which an operation is served. */
export interface Server {
  /** The URL with its variables in braces. */
  readonly url: string;
  /** The URL with the default of each variable filled in, without a trailing slash. */
  readonly defaultUrl: string;
  readonly description: string;
  readonly variables: readonly ServerVariable[];
}

/** A part of an address that is filled in. */
export interface ServerVariable {
  readonly name: string;
  readonly default: string;
  /** The values that it may have. Empty: any. */
  readonly enum: readonly string[];
  readonly description: string;
}

/** A parameter of an operation, or a header of a response (whose `in` is `header`). */
export interface Parameter extends Described {
  /**
   * Tells it from the other parameters of its operation: its place and name, of a header in lower
   * case: `path id`, `header x-domain`.
   */
  readonly key: string;
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly shape: Shape;
  /** Whether its values are lists. */
  readonly isList: boolean;
  /**
   * Whether a list in a query is sent as one pair for each item; otherwise its items stand between
   * commas.
   */
  readonly explode: boolean;
  /** The values by example name. */
  readonly examples: ReadonlyMap<string, JsonValue>;
  /**
   * Of a path parameter that names what is read (`x-identifies`): the JSON Pointer of the same value
   * in the 2xx body.
   */
  readonly identifies: string | undefined;
}

/** The body that an operation takes, in any of its media types. */
export interface RequestBody extends Described {
  readonly required: boolean;
  readonly content: readonly MediaType[];
}

/** What an operation answers with one status, or with those of a range. */
export interface Response extends Described {
  /** As the contract spells it: `404`, or a range: `4XX`, `5XX` or `default`. */
  readonly code: string;
  /** The status, or the one that stands for the range: `400` for `4XX`. */
  readonly status: number;
  /** Whether it is a 2xx. */
  readonly isSuccess: boolean;
  readonly headers: readonly Parameter[];
  /** Empty: a response without a body. */
  readonly content: readonly MediaType[];
}

/** A representation of a body. */
export interface MediaType extends Placed {
  /** As the contract spells it, such as `application/vnd.api+json`. */
  readonly mediaType: string;
  readonly shape: Shape;
  /** In the contract's order. */
  readonly examples: readonly Example[];
}

/** A named example of a body. */
export interface Example extends Described {
  readonly name: string;
  readonly summary: string;
  readonly value: JsonValue;
}

/** One way of authenticating: the schemes that are sent together (AND). Empty: anonymous. */
export type SecurityAlternative = readonly SecurityScheme[];

/** A means of authenticating, from `components/securitySchemes`. */
export interface SecurityScheme extends Described {
  /** The name under `components/securitySchemes`. */
  readonly name: string;
  readonly type: "apiKey" | "bearer" | "basic";
  /** The header in which it travels, as the contract spells it: `Authorization` if it is no key. */
  readonly header: string;
  readonly bearerFormat: string;
}

/**
 * Same-named examples of an operation: a request, and the response that it gets. Its pointer is
 * that of the response example, or of the response where there is no body.
 */
export interface Scenario extends Described {
  readonly name: string;
  readonly summary: string;
  /**
   * What decides it: the keys of the parameters that have an example of its name, and `body` if the
   * request body has one. Whatever else a request says matches it.
   */
  readonly named: ReadonlySet<string>;
  /**
   * The parameters of its request, by {@link Parameter.key}: those that it names, and the first
   * example of each other one that is required.
   */
  readonly values: ReadonlyMap<string, JsonValue>;
  /**
   * The body of its request: the example of its name, or the first one where a body is required.
   * `undefined`: none.
   */
  readonly body: JsonValue | undefined;
  readonly status: number;
  /** The media type and the body of the response. `undefined`: it has none. */
  readonly response: { readonly mediaType: string; readonly body: JsonValue } | undefined;
}

/** What one value of a query parameter adds to the 2xx body (`x-includes`). */
export interface Include extends Placed {
  readonly parameter: Parameter;
  /** One of the values of the parameter, or of its items. */
  readonly value: string;
  /** The JSON Pointer into the body of what it adds. */
  readonly adds: string;
}

/** What the description of the service leaves unsaid (`x-gaps`). */
export interface Gap extends Placed {
  readonly id: string;
  /** The section of the description. */
  readonly section: string;
  /** What is not shown. */
  readonly unknown: string;
  /** How the contract behaves meanwhile. */
  readonly untilKnown: string;
  /** The ids of the operations that it is about; none: it is about the whole service. */
  readonly operations: readonly string[];
}

/** What a method and a path lead to. */
export interface Route {
  /** `undefined`: the contract has no such path, or not this method of it. */
  readonly operation: Operation | undefined;
  /** The methods that the contract has for the path. Empty: it has no such path. */
  readonly methods: readonly string[];
  /**
   * The segments that stand for the path parameters of the operation, by name, percent-encoded as
   * they came.
   */
  readonly segments: ReadonlyMap<string, string>;
}

/** A request as the contract reads it. */
export interface JudgedRequest extends Route {
  /** The values of its parameters, by their keys; one that was not sent has none. */
  readonly values: ReadonlyMap<string, JsonValue>;
  /** The parsed body. `undefined`: none, or one that cannot be parsed. */
  readonly body: JsonValue | undefined;
  /**
   * What is missing or malformed in its credentials, by the security requirement that comes nearest.
   * Empty: nothing.
   */
  readonly unauthenticated: readonly Violation[];
  /** What else breaks the contract. Empty: the request is valid. */
  readonly violations: readonly Violation[];
  /** What is ignored, or rarely meant. It does not break the contract. */
  readonly notes: readonly Note[];
}

/** Something in a request that is ignored, or that is rarely meant. */
export interface Note {
  /** The part: the key of a parameter, `query NAME` of an unknown one, or `body`. */
  readonly part: string;
  /** Such as `is ignored, because getNotes has no such parameter: limit was probably meant`. */
  readonly message: string;
}

/** A place in the file of the contract: its line and column, from 1. */
export interface SourceLocation extends Placed {
  /** As it was named when the contract was read. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** One way in which a request or a response breaks the contract. */
export interface Violation extends SchemaViolation {
  /**
   * The part that breaks it: the key of a parameter (`query include`), a header (`header
   * x-domain`), `body` or `status`.
   */
  readonly part: string;
}

/** What a request and a response on the wire have in common. */
export interface HttpMessage {
  /** By name in lower case; several of one name are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text. The empty string: none. */
  readonly body: string;
}

/** A request on the wire. */
export interface HttpRequest extends HttpMessage {
  /** In upper case. */
  readonly method: string;
  /** The path and the query, percent-encoded. */
  readonly target: string;
}

/** A response on the wire. */
export interface HttpResponse extends HttpMessage {
  readonly status: number;
}
