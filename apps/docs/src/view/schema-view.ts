import type { Contract, JsonSchema, Sender } from "@workflow-api/contract";
import type { Fact } from "./facts.ts";

/** A schema as the pages show it: `$ref`s followed, `allOf` merged, every keyword turned into words. */
export interface SchemaView {
  /** The type in words: `string`, `integer or null`, `array of CageValue`. */
  readonly type: string;
  /** The name of the component that it comes from, if it comes from exactly one. */
  readonly name: string | undefined;
  readonly description: string;
  readonly deprecated: boolean;
  /** What the constraints and annotations say, a keyword each. */
  readonly facts: readonly Fact[];
  /** Properties, items, pattern properties: what a value holds. */
  readonly fields: readonly FieldView[];
  /** Alternatives and conditions: `oneOf`, `anyOf`, `not`, `if`. */
  readonly branches: readonly BranchView[];
  /** The anchor of the enclosing field that this schema repeats, if it is recursive. Then it has no fields. */
  readonly repeats: string | undefined;
}

/** A member of a value. */
export interface FieldView {
  /** As it is shown: `weight`, `any other name`, `item 1`. */
  readonly label: string;
  /** Whether the label is the literal name of a member. */
  readonly literal: boolean;
  readonly required: boolean;
  /** The id of its row on the page. */
  readonly anchor: string;
  readonly view: SchemaView;
}

/** A keyword that holds schemas side by side. */
export interface BranchView {
  readonly keyword: string;
  /** In words: `Exactly one of`. */
  readonly label: string;
  readonly options: readonly { readonly label: string; readonly anchor: string; readonly view: SchemaView }[];
}

/** A schema where it stands in the bundled document. */
export interface SchemaPlace {
  readonly schema: JsonSchema;
  readonly pointer: string;
}

/** What a view is made in: the contract, the place on the page, and what encloses it. */
export interface ViewContext {
  readonly contract: Contract;
  /** The prefix of the anchors inside, such as `response.200`. */
  readonly anchor: string;
  /** Who sends the value; the schema says which members do not travel in that direction. `undefined`: either. */
  readonly sender: Sender | undefined;
  /** What encloses it, by the pointers of its parts, with its anchor. */
  readonly trail: ReadonlyMap<string, string>;
}
