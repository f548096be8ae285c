import type {
  Contract,
  HttpRequest,
  HttpResponse,
  Shape,
  SourceLocation,
} from "@workflow-api/contract";
import type { JsonValue } from "@workflow-api/contract/json";
import type { Acceptance } from "./accepted.ts";

// What has changed, as it grows from step to step: a difference of two parts that were paired and
// compared, an edit that explains some of them, and a change that says whom the edit breaks.

/** Whom a change breaks: code that sends requests, or code that responds to them. */
export const audiences = ["clients", "servers"] as const;

/** One of {@link audiences}. */
export type Audience = (typeof audiences)[number];

/** Two versions of a contract. */
export interface Versions {
  readonly old: Contract;
  readonly changed: Contract;
}

/** A part of an operation. */
export interface DifferencePlace {
  /** The operationId in the old contract, or in the new one for an added operation. */
  readonly operationId: string;
  /** The response: `404`, `4XX`. `undefined`: the request. */
  readonly code: string | undefined;
  /** As in a `Violation`: `query include`, `body`, `status`. */
  readonly part: string;
  /** Who sends it. */
  readonly sender: Audience;
}

/** A part that is not proved to mean the same in both versions. */
export interface Difference extends DifferencePlace {
  /** The versions of what it is about: the contracts, or the calls of their servers. */
  readonly versions: Versions;
  /** The path into the value of the part: names, and `*` for any. */
  readonly at: readonly string[];
  /** The field of OpenAPI or the keyword; `in`, `content`, `status`, `path`: the part exists. */
  readonly keyword: string;
  /** What has happened to what stands at the pointers. `undefined`: a keyword differs. */
  readonly happened: "added" | "changed" | "removed" | undefined;
  /** What has happened, as a phrase. The empty string: the values at the pointers show it. */
  readonly summary: string;
  /** For whom it is not proved harmless. */
  readonly affects: readonly Audience[];
  /** Why no sample is looked for, as a phrase. The empty string: one is. */
  readonly undecided: string;
  /** The JSON Pointers of what differs, in both contracts. */
  readonly oldPointers: readonly string[];
  readonly newPointers: readonly string[];
  /** What the schemas at that path allow, if one of them refuses what the other one allows. */
  readonly shapes: { readonly wider: Shape; readonly narrower: Shape } | undefined;
  /** Values at that path that show a break. */
  readonly values: readonly JsonValue[];
}

/** A place of a change. */
export interface ChangePlace {
  /** What it is about, for people: `getVariablesCage, query parameter include`. */
  readonly subject: string;
  /** In the new contract, or in the old one for a removal. */
  readonly location: SourceLocation;
}

/** What a change is, independent of sentences and lines: data of a file of accepted breaks. */
export interface ChangeIdentity {
  /** The empty string: it belongs to no operation. */
  readonly operationId: string;
  /** The part of the request or of the response: `query include`, `200 body /data/*`. */
  readonly part: string;
  readonly keyword: string;
  /** The values that the old contract has there, and the new one has not. */
  readonly lost: readonly JsonValue[];
  /** The values that the new contract has there, and the old one has not. */
  readonly gained: readonly JsonValue[];
}

/** An edit of a contract, at one or more places. */
export interface Edit extends ChangePlace {
  /** What has changed, as a sentence. */
  readonly summary: string;
  /** All of its places; the first is its own. */
  readonly places: readonly ChangePlace[];
  readonly identities: readonly ChangeIdentity[];
  /** Why and since when its breaks are accepted. `undefined`: they are not. */
  readonly accepted: Acceptance | undefined;
}

/** One change of a contract, and whom it breaks. */
export interface Change extends Edit {
  /** Whom it breaks, as a counterexample shows. */
  readonly breaks: readonly Audience[];
  /** Whom it may break: neither is it proved harmless, nor does a counterexample show a break. */
  readonly mayBreak: readonly Audience[];
  /** Why it may break, as a phrase. The empty string: it is harmless, or a break is shown. */
  readonly reason: string;
  /** One for each party that it breaks. */
  readonly counterexamples: readonly Counterexample[];
}

/** A request or a response that one of two contracts allows, and the other does not. */
export interface Counterexample {
  /**
   * The party that follows the old contract: it is refused, receives what its contract does not
   * allow, or does not conform to the new one.
   */
  readonly for: Audience;
  readonly operationId: string;
  /** What breaks, as a sentence. */
  readonly reason: string;
  /** The request; for a response, its request. Placeholders stand for secrets. */
  readonly request: HttpRequest;
  /** `undefined`: the request itself shows it. */
  readonly response: HttpResponse | undefined;
  /** The JSON Pointer of the break in the body or the parameter. */
  readonly pointer: string;
}
