/** Something that is wrong with a request, and where it stands. */
export interface Problem {
  /** Where: a place of the request, an option of the client, or the credentials. `undefined`: it is not told. */
  readonly place: "path" | "query" | "header" | "cookie" | "body" | "option" | "credentials" | undefined;
  /** The name of the parameter or option. */
  readonly name?: string;
  /** The JSON Pointer (RFC 6901) into the value of the parameter or the body. */
  readonly pointer?: string;
  /** What is wrong, as a sentence or its end. */
  readonly message: string;
}

/** Where a problem stands, in words. */
export function whereOf({ place, name = "", pointer = "" }: Problem): string {
  if (place === undefined || place === "credentials") {
    return place === undefined ? "The request" : "The credentials";
  }
  const within = pointer === "" ? "" : ` at ${pointer}`;
  return place === "body" ? `The body${within}` : `${name} (${place})${within}`;
}
