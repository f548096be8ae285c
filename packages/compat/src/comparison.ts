import type { Contract, SourceLocation } from "@workflow-api/contract";
import { isEqual, type JsonObject, replaceAt } from "@workflow-api/contract/json";
import { type AcceptedBreak, staleOf } from "./accepted.ts";
import { audiences, type Change, type Difference, type Versions } from "./change.ts";
import { pairDifferences, sharedDifferences } from "./compare/differences.ts";
import { counterexamplesOf } from "./decide/counterexamples.ts";
import { callsOf } from "./pair/callbacks.ts";
import { pairOperations } from "./pair/pairs.ts";
import { changedTexts } from "./pair/statements.ts";
import { changeOfEdit, editsOf } from "./report/change-list.ts";

/** What has changed between two versions of a contract. */
export interface Comparison {
  readonly title: string;
  /** The old and the new `info.version`. */
  readonly from: string;
  readonly to: string;
  /** The place of the new version. */
  readonly location: SourceLocation;
  /** What breaks clients comes first, then what may, then servers, and the harmless. */
  readonly changes: readonly Change[];
  /** How many descriptions, examples and other texts have changed, by keyword. */
  readonly texts: Readonly<Record<string, number>>;
  /** The accepted breaks that do not occur. */
  readonly stale: readonly AcceptedBreak[];
}

/**
 * Describes every change between two versions of a contract, and whom each breaks. A change that is
 * proved to mean the same, or to allow more, is harmless; a counterexample shows a break; anything
 * else may break. Equal documents take no time.
 */
export function compareContracts(
  old: Contract,
  changed: Contract,
  accepted: readonly AcceptedBreak[] = [],
): Comparison {
  const versions = { old, changed };
  const isSame = isEqual(documentOf(old), documentOf(changed));
  const edits = isSame ? [] : editsOf(versions, differencesOf(versions), accepted);
  const changes = edits.map((each) => changeOfEdit(each, counterexamplesOf(each.differences)));
  return {
    title: changed.info.title,
    from: old.info.version,
    to: changed.info.version,
    location: changed.locate("/info/version"),
    changes: changes.toSorted((one, other) => rankOf(one) - rankOf(other)),
    texts: isSame ? {} : changedTexts(old.sourceDocument, changed.sourceDocument),
    stale: staleOf(accepted, changes),
  };
}

/** The document without its version. */
function documentOf({ sourceDocument }: Contract): JsonObject {
  return replaceAt(sourceDocument, "/info/version", null);
}

function differencesOf(versions: Versions): Difference[] {
  const calls = callsOf(versions);
  const pairs = [
    ...pairOperations(versions, "clients"),
    ...(calls ? pairOperations(calls, "servers") : []),
  ];
  return [...pairDifferences(pairs), ...sharedDifferences(versions)];
}

function rankOf({ breaks, mayBreak }: Change): number {
  const first = audiences.findIndex((each) => breaks.includes(each) || mayBreak.includes(each));
  const [whom] = audiences.slice(Math.max(first, 0));
  if (first < 0 || whom === undefined) return audiences.length;
  return first + (breaks.includes(whom) ? 0 : 0.5);
}
