import type { JsonObject, JsonSchema, JsonValue } from "./json.ts";
import type { Violation } from "./violation.ts";

/** A place in a source file of the contract. */
export interface SourceLocation {
  /** The absolute path of the file. */
  readonly file: string;
  /** The line, from 1. */
  readonly line: number;
  /** The column, from 1. */
  readonly column: number;
  /** The JSON Pointer (RFC 6901) of the place inside that file. */
  readonly pointer: string;
}

/** A schema in its place: with the judgement of values that it gives. */
export interface SchemaModel {
  /** The schema as it stands in the bundled document, `$ref`s unresolved. See {@link Contract.resolve}. */
  readonly schema: JsonSchema;
  /** Its JSON Pointer in the bundled document. */
  readonly pointer: string;
  /** Whether a value is valid. Formats are asserted. */
  accepts(value: unknown): boolean;
  /** The violations of the schema by a value; none if the value is valid. */
  validate(value: unknown): readonly Violation[];
}

/** A header, query, path or cookie parameter of an operation, or a header of a response. */
export interface Parameter extends SchemaModel {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description: string;
  /** Serialisation (OpenAPI 3.1, "Style Values"); OpenAPI's defaults are filled in. */
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** The media type of a parameter that is described by `content`; `undefined` for one described by `schema`. */
  readonly mediaType: string | undefined;
  /** Whether its values are lists, objects or neither. */
  readonly shape: "primitive" | "array" | "object";
  /** The values by example name; a single `example` of the parameter is not among them. */
  readonly examples: ReadonlyMap<string, JsonValue>;
  /** A value to send where a scenario gives none: the first of the examples, `example`, the schema's default, const, enum or examples. */
  readonly sample: JsonValue | undefined;
  /** The JSON Pointer of the parameter object (a SchemaModel's `pointer` is that of the schema). */
  readonly parameterPointer: string;
}

/** How a parameter is written where it travels (OpenAPI 3.1, "Style Values"). */
export type ParameterStyle =
  | "simple"
  | "label"
  | "matrix"
  | "form"
  | "spaceDelimited"
  | "pipeDelimited"
  | "deepObject";

/** A representation of a body in one media type. */
export interface MediaType extends SchemaModel {
  /** The media type as the contract spells it, such as `application/vnd.api+json`. */
  readonly mediaType: string;
  /** The named examples, in the contract's order. */
  readonly examples: ReadonlyMap<string, Example>;
  /** What the contract shows of it: the named examples, else its `example`, which has no name. */
  readonly shown: readonly Example[];
  /** What the schema describes; where it leaves that open, a primitive. */
  readonly shape: Parameter["shape"];
  /** The declared fields of a form, by name. Empty for all other media types. */
  readonly fields: ReadonlyMap<string, FormField>;
  /** What its other fields are read by: the first of the patterns that a name fits. Empty for all other media types. */
  readonly fieldPatterns: readonly FormFieldPattern[];
  /** How the fields of a form travel, by name; those that state nothing are not among them. */
  readonly encoding: ReadonlyMap<string, Encoding>;
}

/** A field of a form: how it is read, and what it is sent as. */
export interface FormField {
  /** By which types its text is read. None: it stays text. */
  readonly types: readonly string[];
  /** Of a list, those of its items. */
  readonly itemTypes: readonly string[];
  /** Of an object, those of its declared members, by name. */
  readonly memberTypes: ReadonlyMap<string, readonly string[]>;
  /** The media type of its content, or of its items', where the schema has one. `undefined`: it follows from the value. */
  readonly mediaType: string | undefined;
}

/** The fields of a form that are declared by a pattern of their names. */
export interface FormFieldPattern extends FormField {
  /** A regular expression; the empty one fits every name. */
  readonly pattern: string;
}

/** How a field of a form travels (OpenAPI 3.1, "Encoding Object"). What is `undefined` is not stated. */
export interface Encoding {
  /** One media type, or several with commas between them. */
  readonly contentType: string | undefined;
  readonly style: ParameterStyle | undefined;
  readonly explode: boolean | undefined;
  readonly allowReserved: boolean | undefined;
}

/** An example of a body. */
export interface Example {
  /** The empty text: it has none, so it is of no scenario. */
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly value: JsonValue;
  readonly pointer: string;
}

/** The body that an operation takes, in any of its media types. */
export interface RequestBody {
  readonly required: boolean;
  readonly description: string;
  readonly content: readonly MediaType[];
  readonly pointer: string;
}

/** What an operation answers with one status or range of statuses. */
export interface Response {
  /** The key under `responses`: a status such as `200`, a range such as `4XX`, or `default`. */
  readonly status: string;
  readonly description: string;
  readonly headers: readonly Parameter[];
  /** No element: a response without a body. */
  readonly content: readonly MediaType[];
  readonly pointer: string;
}

/** One way of authenticating: the names of the schemes that are sent together (AND). Empty: anonymous. */
export type SecurityAlternative = readonly SecurityScheme[];

/** A means of authenticating, from `components/securitySchemes`. */
export interface SecurityScheme {
  /** The key under `components/securitySchemes`. */
  readonly key: string;
  readonly type: "apiKey" | "http" | "oauth2" | "openIdConnect" | "mutualTLS";
  readonly description: string;
  /** Where an `apiKey` travels. */
  readonly in: "header" | "query" | "cookie" | undefined;
  /** The name of the header, query parameter or cookie of an `apiKey`. */
  readonly name: string | undefined;
  /** The scheme of `http`, in lower case: `bearer`, `basic`. */
  readonly scheme: string | undefined;
  readonly bearerFormat: string | undefined;
  readonly pointer: string;
}

/** What one value of a query parameter adds to the 2xx body (`x-includes`). */
export interface Include {
  /** One of the operation's. */
  readonly parameter: Parameter;
  readonly value: string;
  /** The same value as the schema of the parameter, or of its items, has it: `1` for the text 1 of an integer. */
  readonly typed: JsonValue;
  /** The JSON Pointer into the body of what it adds. Others may add the same: what any of them asks for is sent. */
  readonly adds: string;
  /** The bodies of answers that have it when it is asked for: those that declare it; where none does, all of them. */
  readonly bodies: readonly MediaType[];
  /** Whether one of their schemas lets it be null. */
  readonly isNullable: boolean;
  /** The JSON Pointer of the `x-includes` that says it, in the bundled document. */
  readonly pointer: string;
}

/** Same-named examples of an operation: a request, and the response that it gets. */
export interface Scenario {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  /** The value of each parameter that the scenario fixes, by {@link parameterKey}. */
  readonly values: ReadonlyMap<string, JsonValue>;
  /** The request body that the scenario fixes. `undefined`: none. */
  readonly body: JsonValue | undefined;
  /** The key of the response: `200`, `4XX`, `default`. */
  readonly responseKey: string;
  /** The status that is answered: that of the key, the first of a range (400), 500 for `default`. */
  readonly status: number;
  /** The media type of the answer. `undefined`: an answer without a body. */
  readonly mediaType: string | undefined;
  /** The body of the answer. `undefined`: an answer without a body. */
  readonly response: JsonValue | undefined;
  readonly pointer: string;
}

/** A method of a path, with all that it takes and answers. */
export interface Operation {
  readonly operationId: string;
  /** In upper case. */
  readonly method: string;
  /** The path template, such as `/data_dictionary/variables_cages/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly deprecated: boolean;
  readonly tags: readonly string[];
  readonly servers: readonly Server[];
  readonly parameters: readonly Parameter[];
  readonly requestBody: RequestBody | undefined;
  /** By status, then ranges and `default`. */
  readonly responses: readonly Response[];
  /** The ways of authenticating, any one of which will do (OR). None: no authentication. */
  readonly security: readonly SecurityAlternative[];
  /** By response, then in the contract's order of examples. */
  readonly scenarios: readonly Scenario[];
  /** The answer to what no scenario matches: the first scenario of the lowest 2xx. */
  readonly defaultScenario: Scenario | undefined;
  /** What the values of its query parameters add to the 2xx body, by parameter. */
  readonly includes: readonly Include[];
  readonly pointer: string;
}

/** An address at which an operation is served. */
export interface Server {
  /** The URL with its variables unfilled. */
  readonly url: string;
  /** The URL with each variable's default filled in, without a trailing slash. */
  readonly defaultUrl: string;
  readonly description: string;
  readonly variables: readonly ServerVariable[];
}

/** A part of an address that is filled in. An empty `enum`: by anything. */
export interface ServerVariable {
  readonly name: string;
  readonly default: string;
  readonly enum: readonly string[];
  readonly description: string;
}

/** What the description of the service leaves unsaid (`x-gaps`). */
export interface Gap {
  readonly id: string;
  /** The section of the description. */
  readonly section: string;
  /** What is not shown. */
  readonly unknown: string;
  /** How the contract behaves meanwhile. */
  readonly untilKnown: string;
  readonly pointer: string;
}

/** A group of operations. */
export interface Tag {
  readonly name: string;
  readonly description: string;
}

/** What a contract says of itself; what it leaves out is the empty string. */
export interface Info {
  readonly title: string;
  readonly version: string;
  readonly summary: string;
  readonly description: string;
}

/** A schema with its `$ref`s followed. */
export interface ResolvedSchema {
  /** The schema, no longer a `$ref`: members beside the `$ref` override those of its target. */
  readonly schema: JsonSchema;
  /** The name of the component that was referred to, if it was one. */
  readonly name: string | undefined;
  /** The JSON Pointer of the target in the bundled document. */
  readonly pointer: string;
}

/** An OpenAPI contract, read once. */
export interface Contract {
  /** The absolute path of the root file. */
  readonly file: string;
  /** The absolute paths of every file that was read, the root file first. */
  readonly files: readonly string[];
  /** The bundled document: every `$ref` points into the document itself. */
  readonly document: JsonObject;
  readonly info: Info;
  readonly servers: readonly Server[];
  readonly tags: readonly Tag[];
  readonly operations: readonly Operation[];
  readonly securitySchemes: readonly SecurityScheme[];
  /** The component schemas by name. */
  readonly schemas: ReadonlyMap<string, SchemaModel>;
  readonly gaps: readonly Gap[];
  /** Where a place of the bundled document stands in its source file; the nearest ancestor if it is absent. */
  locate(pointer: string): SourceLocation;
  /** Follows the `$ref`s of a schema that stands at `pointer` of the bundled document. */
  resolve(schema: JsonSchema, pointer: string): ResolvedSchema;
}
