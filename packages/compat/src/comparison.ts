import type { Contract, SourceLocation } from "@workflow-api/contract";
import { groupBy, isEqual, type JsonObject, replaceAt } from "@workflow-api/contract/json";
import { type AcceptedBreak, staleOf, withAcceptance } from "./accepted.ts";
import { withAnswers } from "./answered.ts";
import { breaksOfBuild } from "./build.ts";
import { audiences, type Change, type TextChange } from "./change.ts";
import { differencesOf } from "./differences.ts";
import { editsOf } from "./edits.ts";
import { causeAmong, changeBy, folded, placeOf, typesEdit } from "./effects.ts";
import { replay } from "./replay.ts";

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
  readonly texts: readonly TextChange[];
  /** Whether anything but texts has changed. */
  readonly isMeaningful: boolean;
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
  const [before, after] = [old, changed].map(documentOf);
  const found = isEqual(before, after)
    ? { changes: [], texts: [], isMeaningful: false }
    : await changesOf(old, changed, accepted);
  return {
    title: changed.info.title,
    from: old.info.version,
    to: changed.info.version,
    location: changed.locate("/info/version"),
    ...found,
    changes: folded(found.changes).toSorted((one, other) => rankOf(one) - rankOf(other)),
    stale: staleOf(accepted, found.changes),
  };
}

/** The document without its version. */
function documentOf({ sourceDocument }: Contract): JsonObject {
  return replaceAt(sourceDocument, "/info/version", null);
}

function rankOf({ breaks, mayBreak }: Change): number {
  const first = audiences.findIndex((each) => breaks.includes(each) || mayBreak.includes(each));
  return first < 0 ? audiences.length : first + (breaks.length > 0 ? 0 : 0.5);
}

async function changesOf(old: Contract, changed: Contract, accepted: readonly AcceptedBreak[]) {
  const { differences, pairs } = await differencesOf(old, changed);
  const counterexamples = await replay(old, changed, differences);
  const build = await breaksOfBuild(old, changed, pairs);
  const { edits: found, texts } = editsOf(old, changed, differences);
  const edits = withAnswers(found, old, changed);
  const causes = groupBy(build, causeAmong(edits));
  const unexplained = causes.get(undefined) ?? [];
  const changes = [
    ...edits.map((edit) => {
      const shown = edit.differences.flatMap((each) => counterexamples.get(each) ?? []);
      return changeBy(edit, shown, causes.get(edit) ?? []);
    }),
    ...unexplained.map((each) => changeBy(typesEdit(changed, each), [], [each])),
  ];
  return {
    changes: changes.map((change) => withAcceptance(change, accepted)),
    texts: texts.map((edit): TextChange => {
      const { keyword, summary } = edit;
      return { keyword, summary, ...placeOf(edit) };
    }),
    isMeaningful: differences.length > 0 || build.length > 0,
  };
}
