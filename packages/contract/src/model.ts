import type { JsonObject, JsonValue } from "./json.ts";
import type { HttpRequest, JudgedRequest, Route, Violation } from "./messages.ts";
import type { Problem } from "./profile/contract-error.ts";
import type { Direction } from "./schema/direction.ts";
import type { SchemaViolation, Shape } from "./schema/shape.ts";
import type { ExplodedMembers } from "./wire/forms.ts";
import type { ParameterLocation, ParameterStyle } from "./wire/locations.ts";

/** An OpenAPI contract that conforms to the profile, read once. */
export interface Contract {
  /** The absolute path of the file; `(document)` for a contract without a file. */
  readonly file: string;
  /** The document. Every `$ref` in it points into the document itself. */
  readonly document: JsonObject;
  /** The document before anything was read as its equivalent. */
  readonly sourceDocument: JsonObject;
  readonly info: Info;
  readonly tags: readonly Tag[];
  /** In the order of the document. */
  readonly operations: readonly Operation[];
  /** The operations that need what the profile does not have, in the order of the document. */
  readonly omitted: readonly OmittedOperation[];
  /** All that leaves the profile, in the order of lines, whether an operation needs it or not. */
  readonly problems: readonly Problem[];
  readonly securitySchemes: readonly SecurityScheme[];
  readonly openQuestions: readonly OpenQuestion[];
  /** The place of a JSON Pointer in the file; its nearest ancestor if it is absent. */
  locate(pointer: string): SourceLocation;
  /** The operation at a path. The path of a server, such as `/api/v2`, may precede it. */
  route(method: string, path: string): Route;
  /** Routes, reads and validates a request. */
  judge(request: HttpRequest): JudgedRequest;
  /**
   * The shape of the schema at a JSON Pointer of the document, as it is sent in requests or in
   * responses. Default: regardless of `readOnly` and `writeOnly`.
   */
  shape(pointer: string, direction?: Direction): Shape;
}

/** The description of a contract; absent fields are the empty string. */
export type Info = Readonly<Record<"title" | "version" | "summary" | "description", string>>;

/** A group of operations. */
export type Tag = Readonly<Record<"name" | "description", string>>;

/** A part of the document, by its JSON Pointer (RFC 6901). */
interface WithPointer {
  readonly pointer: string;
}

/** A part of the document with a description; the empty string: it has none. */
interface WithDescription extends WithPointer {
  readonly description: string;
}

/** A method of a path, with its inputs and responses. */
export interface Operation extends WithDescription {
  readonly operationId: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path template, such as `/data_dictionary/variables_cages/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly deprecated: boolean;
  readonly tags: readonly string[];
  /** Those of the operation, or else of its path, or else of the contract. At least one. */
  readonly servers: readonly Server[];
  /** Those of the path first, unless the operation replaces them. */
  readonly parameters: readonly Parameter[];
  readonly requestBody: RequestBody | undefined;
  /** By status, ascending. */
  readonly responses: readonly Response[];
  /** The security requirements, any one of which will do (OR). Empty: none is needed. */
  readonly security: readonly SecurityRequirement[];
  /** The scopes or roles of each requirement, as the contract spells them. */
  readonly scopes: readonly (readonly string[])[];
  /** By status, then in the contract's order of examples. */
  readonly scenarios: readonly Scenario[];
  /** The response to a request that matches no scenario: the first scenario of the lowest 2xx. */
  readonly defaultScenario: Scenario | undefined;
  /** The includes of its query parameters. */
  readonly includes: readonly Include[];
}

/** An operation that is not read, because it has or needs what the profile does not have. */
export interface OmittedOperation extends WithDescription {
  /** In upper case; HEAD, OPTIONS and TRACE, too. */
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  /** Why it is omitted. At least one, in the order of their lines. */
  readonly problems: readonly Problem[];
}

/** A server of an operation. */
export interface Server {
  /** The URL with its variables in braces. */
  readonly url: string;
  /** The URL with the default of each variable, without a trailing slash. */
  readonly defaultUrl: string;
  /** The URLs that its variables allow, {@link defaultUrl} first; of very many the first ones. */
  readonly urls: readonly string[];
  /**
   * The paths of its URLs, such as `/api/v2`, without a trailing slash: that of {@link defaultUrl},
   * then those of the other allowed values of its variables. The empty string: none.
   */
  readonly basePaths: readonly [string, ...string[]];
  readonly description: string;
  readonly variables: readonly ServerVariable[];
}

/** A variable of a server URL. */
export interface ServerVariable {
  readonly name: string;
  readonly default: string;
  /** Its allowed values. Empty: any. */
  readonly enum: readonly string[];
  readonly description: string;
}

/** A parameter of an operation, or a header of a response (whose `in` is `header`). */
export interface Parameter extends WithDescription {
  /**
   * Unique within its operation: its place and name, for a header in lower case, such as `path id`
   * or `header x-domain`.
   */
  readonly key: string;
  readonly name: string;
  readonly in: ParameterLocation;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly shape: Shape;
  /** What its values may be. A primitive is a string, a number or a boolean. At least one. */
  readonly forms: readonly ParameterForm[];
  /** Whether all its values are lists. */
  readonly isList: boolean;
  /** How its values become text. */
  readonly style: ParameterStyle;
  /**
   * Whether a list or an object in a query or a cookie is sent as a pair for each item or member;
   * otherwise its style separates them.
   */
  readonly explode: boolean;
  /** Of an exploded object: the names that are its members, each with pairs of its own. */
  readonly members: ExplodedMembers;
  /** The value of a request that does not give it. `undefined`: none. */
  readonly default: JsonValue | undefined;
  /** In the contract's order. */
  readonly examples: readonly Example[];
  /**
   * For a path parameter that identifies what is read (`x-identifies`): the JSON Pointer of the
   * same value in the 2xx body.
   */
  readonly identifies: string | undefined;
}

/** What the value of a parameter may be. */
export type ParameterForm = "primitive" | "list" | "object";

/** The request body, in any of its media types. */
export interface RequestBody extends WithDescription {
  readonly required: boolean;
  /** Those of JSON. Empty: none is. */
  readonly content: readonly MediaType[];
  /**
   * Those that are not JSON, such as forms, or ranges of them: nothing else is checked of such a
   * body. Without both, a body may have any media type.
   */
  readonly undescribed: readonly MediaType[];
}

/** The response with a status, or with a range of them. */
export interface Response extends WithDescription {
  /** As the contract spells it: `404`, or a range: `2XX` to `5XX`, or `default`. */
  readonly code: string;
  /** The status, or the one that represents the range: `400` for `4XX`. */
  readonly status: number;
  /** Whether it is a 2xx. */
  readonly isSuccess: boolean;
  readonly headers: readonly Parameter[];
  /** Those of JSON. Empty: a response without a body, or one whose body is not described. */
  readonly content: readonly MediaType[];
  /** Media types that are not JSON, or ranges such as `image/*`: nothing else is checked. */
  readonly undescribed: readonly MediaType[];
}

/** Values of parameters, by {@link Parameter.key}. */
export type ParameterValues = ReadonlyMap<string, JsonValue>;

/** A representation of a body. */
export interface MediaType extends WithPointer {
  /** As the contract spells it, such as `application/vnd.api+json`. */
  readonly mediaType: string;
  readonly shape: Shape;
  /** In the contract's order. */
  readonly examples: readonly Example[];
}

/** A named example of a parameter, a header or a body. */
export interface Example extends WithDescription {
  readonly name: string;
  readonly summary: string;
  readonly value: JsonValue;
  /** How it breaks its schema. Empty: it is valid. Validated when it is asked for first. */
  readonly violations: readonly SchemaViolation[];
}

/** A security requirement: schemes that are sent together (AND). Empty: anonymous. */
export type SecurityRequirement = readonly SecurityScheme[];

/** Where a credential may stand in a request. */
export type CredentialLocation = Exclude<ParameterLocation, "path">;

/** A security scheme. */
export interface SecurityScheme extends WithDescription {
  /** The name under `components/securitySchemes`. */
  readonly name: string;
  readonly type: "apiKey" | "bearer" | "basic";
  /** Where its credential stands in a request. */
  readonly in: CredentialLocation;
  /**
   * The name of the header, the query parameter or the cookie, as the contract spells it;
   * `Authorization` unless it is an API key.
   */
  readonly parameter: string;
  /** The location and that name, for a header in lower case: `header authorization`, `query key`. */
  readonly key: string;
  readonly bearerFormat: string;
}

/** The sample of a request of an operation, without credentials. */
export interface SampleRequest {
  /** The values of its parameters, by {@link Parameter.key}. */
  readonly values: ParameterValues;
  /** `undefined`: none. */
  readonly body: JsonValue | undefined;
  /** That of the body. */
  readonly mediaType: string | undefined;
  /** The required inputs without a value: the keys of parameters, or `body`. */
  readonly missing: readonly string[];
  /** How its values break their schemas, by the keys of parameters or `body`. */
  readonly violations: readonly ExampleViolation[];
}

/**
 * Same-named examples of an operation: a request, and its response. The pointer is that of the
 * response example, or of the response if it has no body. The request has the examples of its name,
 * and other values only for what is required.
 */
export interface Scenario extends WithDescription, SampleRequest {
  readonly name: string;
  readonly summary: string;
  /**
   * The inputs that select it: the keys of the parameters that have an example of its name, and
   * `body` if the request body has one. Other inputs do not matter.
   */
  readonly named: ReadonlySet<string>;
  readonly status: number;
  /** The media type and the body of the response. `undefined`: it has none. */
  readonly response: { readonly mediaType: string; readonly body: JsonValue } | undefined;
  /**
   * How its examples break their schemas; that of its response by `response`. A server is not to
   * blame for what they cause.
   */
  readonly violations: readonly ExampleViolation[];
}

/** A violation of a schema by an example of the contract. */
export interface ExampleViolation extends Violation {
  /** The JSON Pointer of what is wrong in the document. */
  readonly at: string;
}

/** What a value of a query parameter adds to the 2xx body (`x-includes`). */
export interface Include extends WithPointer {
  readonly parameter: Parameter;
  /** One of the values of the parameter, or of its items. */
  readonly value: string;
  /** The JSON Pointer of what it adds to the body. */
  readonly adds: string;
}

/** An open question: what the description of the service does not say (`x-gaps`). */
export interface OpenQuestion extends WithPointer {
  readonly id: string;
  /** The section of the description. */
  readonly section: string;
  /** What is not shown. */
  readonly unknown: string;
  /** The current assumption. */
  readonly untilKnown: string;
  /** The JSON Pointers of what the contract assumes. Empty: it is about the service. */
  readonly places: readonly string[];
  /** What may be found at its places instead. */
  readonly otherwise: readonly OtherAnswer[];
  /** The operationIds of the operations that need one of its places. */
  readonly operations: readonly string[];
}

/**
 * Another answer to an open question than the contract assumes: a field is absent or null, a
 * restriction of a request is ignored, or a response has another status, undocumented ones
 * included.
 */
export type OtherAnswer = "absent" | "null" | "ignored" | "any status";

/** A place in the file of the contract: its line and column, from 1. */
export interface SourceLocation extends WithPointer {
  /** As it was given when the contract was read. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}
