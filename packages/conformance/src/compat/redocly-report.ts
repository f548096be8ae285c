import type { JsonValue } from "@workflow-api/contract";

/** What `redocly diff --format json` writes, as far as it is read. */
export interface RedoclyReport {
  readonly changes: readonly RedoclyChange[];
}

/** A difference, in the words of Redocly CLI 2.77. */
export interface RedoclyChange {
  readonly path: string;
  /** The kind of the node, such as `Schema`. */
  readonly typeName: string;
  readonly kind: "added" | "removed" | "modified";
  readonly impact: "major" | "minor" | "patch";
  readonly verdicts: readonly { readonly message: string }[];
  /** The member that differs; `undefined` where the node itself was added or removed. */
  readonly property?: string;
  readonly base?: RedoclyPlace;
  readonly revision?: RedoclyPlace;
}

interface RedoclyPlace {
  /** A JSON Pointer as a URI fragment. */
  readonly pointer: string;
  readonly value?: JsonValue;
}
