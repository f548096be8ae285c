import type { Identity } from "@workflow-api/conformance/reports";
import type { SourceLocation } from "@workflow-api/contract";
import type { Acceptance } from "./accepted.ts";
import type { Counterexample } from "./replay.ts";

/** Whom a change breaks: clients, servers, or the compilation of code that uses the types. */
export const audiences = ["clients", "servers", "build"] as const;

/** One of {@link audiences}. */
export type Audience = (typeof audiences)[number];

/** A place of a change. */
export interface ChangePlace {
  /** What it is about, for people: `getVariablesCage, query parameter include`. */
  readonly subject: string;
  /** In the new contract, or in the old one for a removal. */
  readonly location: SourceLocation;
}

/** One change of a contract, at one or more places, and what it breaks. */
export interface Change extends ChangePlace {
  /** What has changed, as a sentence. */
  readonly summary: string;
  /** Whom it breaks, as a counterexample or the compiler shows. */
  readonly breaks: readonly Audience[];
  /** Whom it may break: neither is it proved harmless, nor does a counterexample show a break. */
  readonly mayBreak: readonly Audience[];
  /** Why it may break, as a phrase. The empty string: it is harmless, or a break is shown. */
  readonly reason: string;
  /** All of its places; the first is its own. */
  readonly places: readonly ChangePlace[];
  /** What it is, independent of sentences and lines. */
  readonly identities: readonly Identity[];
  /** Why and since when its breaks are accepted. `undefined`: they are not. */
  readonly accepted: Acceptance | undefined;
  /** One for each party that it breaks. */
  readonly counterexamples: readonly Counterexample[];
  /** Whether it is of a description or another text for people, which breaks nobody. */
  readonly isText: boolean;
}
