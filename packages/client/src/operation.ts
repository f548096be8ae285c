/** A parameter that does not travel as plain text in the path. */
export interface WireParameter {
  /** The name on the wire. */
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  /** The name of the argument, if it is another one. */
  readonly argument?: string;
  readonly required?: boolean;
  /** Absent: neither a list nor an object. */
  readonly shape?: "array" | "object";
  /** Serialisation (OpenAPI 3.1, "Style Values"). Absent: `simple` in paths and headers, else `form`. */
  readonly style?: "label" | "matrix" | "spaceDelimited" | "pipeDelimited" | "deepObject";
  /** Absent: `false`. */
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  /** Whether the value travels as JSON. */
  readonly json?: boolean;
}

/** How an operation travels. What a generated table leaves out is absent. */
export interface WireOperation {
  readonly method: string;
  /** The path template. Each `{name}` is an argument of that name, unless `parameters` says more of it. */
  readonly path: string;
  /** The names of the schemes that are sent together, for each way of authenticating. Absent: without. */
  readonly security?: readonly (readonly string[])[];
  /** The headers that the factory's options fill. */
  readonly settings?: readonly string[];
  readonly parameters?: readonly WireParameter[];
  /** The media type of the request body. */
  readonly body?: string;
  /** The media types by status, range of statuses or `default`. None: without a body. */
  readonly responses: Readonly<Record<string, readonly string[]>>;
  /** Whether a body in JSON may be other than an object or a list. */
  readonly scalar?: boolean;
  /** The argument that asks for more, and the path into the body of what each of its values adds. */
  readonly includes?: {
    readonly argument: string;
    readonly adds: Readonly<Record<string, readonly string[]>>;
    /** The values that may add null. */
    readonly nullable?: readonly string[];
  };
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

/** How a credential travels. */
export interface WireScheme {
  /** Absent: in the header Authorization. */
  readonly in?: "header" | "query" | "cookie";
  readonly name?: string;
  /** Whether it is a user name and a password (RFC 7617) rather than a token. */
  readonly basic?: boolean;
}

/** A header that the client sends by itself, from an option of the factory. */
export interface WireSetting {
  readonly header: string;
  readonly pattern?: string;
}
