/** One way in which a value breaks a JSON Schema. */
export interface Violation {
  /** The JSON Pointer (RFC 6901) into the value; the empty string is the whole value. */
  readonly pointer: string;
  /** The JSON Schema keyword that is broken. */
  readonly keyword: string;
  /** What was expected, for people. It never holds the value itself. */
  readonly message: string;
}
