/** One way in which a value breaks a JSON Schema. */
export interface Violation {
  /** The JSON Pointer (RFC 6901) into the value; the empty string is the whole value. */
  readonly pointer: string;
  /** The JSON Schema keyword that is broken. */
  readonly keyword: string;
  /** What was expected, for people. It never holds the value itself. */
  readonly message: string;
  /**
   * Whether it is broken in a branch of `oneOf` or `anyOf` that the value is not meant to be of, by the discriminator or by
   * the members that have few values. Of several violations these come last, and they need not be told.
   */
  readonly isAside?: boolean;
}
