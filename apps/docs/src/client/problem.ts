/** Something that is wrong with a request, and where it stands. */
export interface Problem {
  /** Where: a place of the request, an option of the client, the credentials, or the address that the request goes to. `undefined`: it is not told. */
  readonly place:
    | "path"
    | "query"
    | "header"
    | "cookie"
    | "body"
    | "option"
    | "credentials"
    | "address"
    | undefined;
  /** The name of the parameter or option. */
  readonly name?: string;
  /** The JSON Pointer (RFC 6901) into the value of the parameter or the body. */
  readonly pointer?: string;
  /** What is wrong, as a sentence or its end. */
  readonly message: string;
}

/** Where a problem stands, in words. */
export function whereOf({ place, name = "", pointer = "" }: Problem): string {
  if (place === undefined || place === "credentials" || place === "address") {
    return `The ${place ?? "request"}`;
  }
  const within = pointer === "" ? "" : ` at ${pointer}`;
  return place === "body" ? `The body${within}` : `${name} (${place})${within}`;
}
