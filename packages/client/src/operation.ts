import type { ErrorDetails, OperationName } from "./api-error.ts";
import type { StatusError } from "./status-error.ts";

/** Writes a parameter: in a path what stands for its `{name}`, else `name=value`, or nothing for an empty list. */
export type Writer = (parameter: Parameter, value: unknown) => string;

/** Writes the parameters that travel in headers and cookies; the names of headers are in lower case. */
export type HeadWriter = (
  parameters: readonly Parameter[],
  args: Readonly<Record<string, unknown>>,
) => Record<string, string>;

/** A parameter that does not travel as plain text in the path. */
export interface WireParameter {
  /** The name on the wire. */
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  /** The name of the argument, if it is another one. */
  readonly argument?: string;
  readonly required?: boolean;
  /** Absent: as plain text. */
  readonly write?: Writer;
  /** For writers of more than one style. Absent: neither a list nor an object. */
  readonly shape?: "array" | "object";
  /** Serialisation (OpenAPI 3.1, "Style Values"). Absent: `simple` in paths and headers, else `form`. */
  readonly style?: "label" | "matrix" | "spaceDelimited" | "pipeDelimited" | "deepObject";
  /** Absent: `false`. */
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  /** Whether an item or a member may be a list or an object itself: OpenAPI has no style for it, it travels as JSON. */
  readonly nested?: boolean;
  /** The path into the body of what each value asks for (`x-includes`), or of what that always has, as in `requires`. */
  readonly adds?: Readonly<Record<string, readonly string[]>>;
  /** The values that may add null. */
  readonly nullable?: readonly string[];
}

/** A parameter, and whose it is. */
export interface Parameter extends WireParameter {
  readonly argument: string;
  /** The name on the wire, percent-encoded. */
  readonly key: string;
  readonly operation: OperationName;
}

/** A media type of a response. */
export interface WireMedia {
  /** Matches the content types that it stands for. */
  readonly type: RegExp;
  /** Reads a body, which came with a content type. It throws if the body is no such thing. */
  readonly read: (body: Body, type: string) => unknown;
  /** The values of parameters that add nothing to it. Absent: each adds what it asks for. */
  readonly without?: readonly string[];
}

/** A body as it arrived; a text if a hook of openapi-fetch saw it. */
export type Body = string | ArrayBuffer | Bytes;

// By what makes them: not every compiler has an array of bytes that says what holds them.
type Bytes = ReturnType<InstanceType<typeof TextEncoder>["encode"]>;

/** A documented response. */
export interface WireResponse {
  /** Absent: without a body. */
  readonly media?: readonly WireMedia[];
  /** The paths to what its body always has, each of another member; at the end of one, "" is the object itself. Absent: none. */
  readonly requires?: readonly (readonly string[])[];
  /** The members of these that may be null. */
  readonly nullable?: readonly string[];
  /** Absent: it is no error. */
  readonly error?: new (
    message: string,
    details: ErrorDetails,
  ) => StatusError;
}

/** What `fetch` sends. */
export type BodyInit = NonNullable<RequestInit["body"]>;

/** Makes of an argument what is sent, or refuses it. */
export type BodyWriter = (body: unknown, operation: OperationName) => BodyInit;

/** The body of a request. */
export interface WireBody {
  /** Absent: the platform finds out (a form with files, or a Blob). */
  readonly type?: string;
  readonly write: BodyWriter;
  /** Refuses a call without it. Absent: it is optional. */
  readonly absent?: (operation: OperationName) => never;
}

/** How an operation travels. What a generated table leaves out is absent. */
export interface WireOperation {
  readonly method: string;
  /** The path template. Each `{name}` is an argument of that name, unless `parameters` says more of it. */
  readonly path: string;
  /** The names of the schemes that are sent together, for each way of authenticating. Absent: without. */
  readonly security?: readonly (readonly string[])[];
  /** The media types of the answers. */
  readonly accept?: string;
  /** The headers that the factory's options fill. */
  readonly settings?: readonly string[];
  readonly parameters?: readonly WireParameter[];
  /** Absent: no parameter travels in a header or a cookie. */
  readonly head?: HeadWriter;
  readonly body?: WireBody;
  /** By status, range of statuses or `default`. */
  readonly responses: Readonly<Record<string, WireResponse>>;
  /** Absent: the main address. */
  readonly address?: WireAddress;
}

/** Where an operation is served, if not at the main address. */
export interface WireAddress {
  /** The option of the factory. */
  readonly option?: string;
  /** The address if the option is not given. Absent: the main one. */
  readonly otherwise?: string;
  /** What follows the address. */
  readonly suffix?: string;
}

/** A request that credentials are put into. Its headers are by name in lower case. */
export interface Unsigned {
  url: string;
  /** Hides what of the credentials a response would show. */
  hide?: (response: Response) => void;
  readonly headers: Record<string, string>;
}

/** How a credential travels. */
export interface WireScheme {
  /** The header that holds this credential alone, in lower case. Absent: none does. */
  readonly header?: string;
  readonly attach: (request: Unsigned, token: string, header: string) => void;
  /** The token of a user name and a password (RFC 7617), and these. Absent: the credential is a token. */
  readonly basic?: (credentials: unknown) => string[];
  /** What the credential is, in words. Absent: printable ASCII, with no space at either end. */
  readonly takes?: string;
}

/** A header that the client sends by itself, from an option of the factory. */
export interface WireSetting {
  /** In lower case. */
  readonly header: string;
  readonly pattern?: string;
}
