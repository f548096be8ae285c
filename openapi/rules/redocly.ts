/** The part of the plugin interface of Redocly CLI that the rules use; the CLI is one bundle and ships no types. */
export interface Location {
  readonly source: { readonly absoluteRef: string };
  /** The JSON Pointer inside the source, with a leading `#`. */
  readonly pointer: string;
  /** The file and the JSON Pointer. */
  readonly absolutePointer: string;
  child(path: string | number | readonly (string | number)[]): Location;
  /** The place of the key instead of its value. */
  key(): KeyLocation;
}

export interface KeyLocation {
  readonly pointer: string;
  readonly reportOnKey: boolean;
}

export interface Context {
  readonly location: Location;
  /** The type of the node, by Redocly's name, and the members that it knows. */
  readonly type: { readonly name: string; readonly properties?: object };
  /** Where a `$ref` itself stands; `location` is that of its target. */
  readonly rawLocation: Location;
  report(problem: { readonly message: string; readonly location: Location | KeyLocation }): void;
  /** Follows a `$ref` that stands in the file `from`; another node is given back as it is. */
  resolve(
    node: unknown,
    from?: string,
  ): { readonly node?: unknown; readonly location?: Location | undefined };
}

export type Visit = (node: unknown, context: Context) => void;

/** What a rule does at each node of a type (`Root`, `Operation`, `Schema`; `any`: at each; `ref`: at each `$ref`). */
export type Visitor = Readonly<Record<string, Visit>>;

/** What stands beside the severity of a rule in redocly.yaml, unchecked. */
export type RuleOptions = Readonly<Record<string, unknown>>;

/** A rule of the house. */
export interface HouseRule {
  readonly id: string;
  /** What the rule asks for, as one sentence. It stands in the README. */
  readonly asks: string;
  /** Called once for each contract, with what redocly.yaml says beside the severity of the rule. */
  create(options: RuleOptions): Visitor;
}
