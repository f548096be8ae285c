import type { Contract, SourceLocation } from "@workflow-api/contract";
import { isEqual, type JsonObject, replaceAt } from "@workflow-api/contract/json";
import { type AcceptedBreak, staleOf } from "./accepted.ts";
import { buildDifferences } from "./build.ts";
import { audiences, type Change } from "./change.ts";
import { changesOf, type Versions } from "./changes.ts";
import type { Difference } from "./difference.ts";
import { differencesOf } from "./differences.ts";
import { textDifferences } from "./written.ts";

/** What has changed between two versions of a contract. */
export interface Comparison {
  readonly title: string;
  /** The old and the new `info.version`. */
  readonly from: string;
  readonly to: string;
  /** The place of the new version. */
  readonly location: SourceLocation;
  /** What breaks clients comes first, then what may, then servers, the build, and the harmless. */
  readonly changes: readonly Change[];
  /** Descriptions, examples and other texts, which break nobody. */
  readonly texts: readonly Change[];
  /** The accepted breaks that do not occur. */
  readonly stale: readonly AcceptedBreak[];
}

/**
 * Describes every change between two versions of a contract, and whom each breaks. A change that is
 * proved to mean the same, or to allow more, is harmless; counterexamples and the compiler show
 * breaks; anything else may break. Equal documents take no time, others some seconds.
 *
 * @throws {UsageError} The compiler cannot read the types of a contract.
 */
export async function compareContracts(
  old: Contract,
  changed: Contract,
  accepted: readonly AcceptedBreak[] = [],
): Promise<Comparison> {
  const versions = { old, changed };
  const isSame = isEqual(documentOf(old), documentOf(changed));
  const differences = isSame ? [] : await allDifferences(versions);
  const found = changesOf(versions, [...differences, ...textDifferences(old, changed)], accepted);
  const changes = found.filter(({ isText }) => !isText);
  return {
    title: changed.info.title,
    from: old.info.version,
    to: changed.info.version,
    location: changed.locate("/info/version"),
    changes: changes.toSorted((one, other) => rankOf(one) - rankOf(other)),
    texts: found.filter(({ isText }) => isText),
    stale: staleOf(accepted, changes),
  };
}

/** The document without its version. */
function documentOf({ sourceDocument }: Contract): JsonObject {
  return replaceAt(sourceDocument, "/info/version", null);
}

async function allDifferences({ changed, old }: Versions): Promise<Difference[]> {
  const { differences, pairs } = differencesOf(old, changed);
  return [...differences, ...(await buildDifferences(old, changed, pairs))];
}

function rankOf({ breaks, mayBreak }: Change): number {
  const first = audiences.findIndex((each) => breaks.includes(each) || mayBreak.includes(each));
  return first < 0 ? audiences.length : first + (breaks.length > 0 ? 0 : 0.5);
}
