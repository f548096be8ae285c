import type { Contract, SourceLocation } from "@workflow-api/contract";
import { isEqual, type JsonObject, replaceAt } from "@workflow-api/contract/json";
import { type AcceptedBreak, staleOf } from "./accepted.ts";
import { buildDifferences } from "./build.ts";
import { audiences, type Change, type TextChange } from "./change.ts";
import { changesOf, describe, placeOf, type Versions } from "./changes.ts";
import { type Difference, differenceOf, existenceOf, type Place } from "./difference.ts";
import { differencesOf } from "./differences.ts";
import { replay } from "./replay.ts";
import { canonicalFrom, textDifferences, type WrittenText } from "./written.ts";

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
  const isSame = isEqual(documentOf(old), documentOf(changed));
  const differences = isSame ? [] : await allDifferences(old, changed);
  const { notices, texts } = textsOf({ old, changed });
  const edits = [...differences, ...notices];
  const isRewritten = edits.length === 0 && canonical(old) !== canonical(changed);
  const described = isRewritten ? [rewriting] : edits;
  const counterexamples = replay(old, changed, differences);
  const changes = changesOf({ old, changed }, described, counterexamples, accepted);
  return {
    title: changed.info.title,
    from: old.info.version,
    to: changed.info.version,
    location: changed.locate("/info/version"),
    changes: changes.toSorted((one, other) => rankOf(one) - rankOf(other)),
    texts,
    isMeaningful: differences.length > 0,
    stale: staleOf(accepted, changes),
  };
}

/** The document without its version. */
function documentOf({ sourceDocument }: Contract): JsonObject {
  return replaceAt(sourceDocument, "/info/version", null);
}

function canonical(contract: Contract): string {
  return canonicalFrom(documentOf(contract), "");
}

async function allDifferences(old: Contract, changed: Contract): Promise<Difference[]> {
  const { differences, pairs } = differencesOf(old, changed);
  return [...differences, ...(await buildDifferences(old, changed, pairs))];
}

const contractPlace: Place = { operationId: "", code: undefined, part: "" };

/** No operation means anything else. */
const rewriting = existenceOf(contractPlace, "", "", "", {
  summary: "is written in another way, which changes no operation.",
});

/** The texts that differ, and those that announce something, which are changes. */
function textsOf(versions: Versions): {
  readonly notices: readonly Difference[];
  readonly texts: readonly TextChange[];
} {
  const found = textDifferences(versions.old.sourceDocument, versions.changed.sourceDocument);
  const isNotice = ({ keyword }: WrittenText): boolean =>
    keyword === "deprecated" || keyword === "x-sunset";
  return {
    notices: found.filter(isNotice).map((each) => differenceOf(contractPlace, each.keyword, each)),
    texts: found
      // The operationId is compared with the operation.
      .filter((each) => !isNotice(each) && each.keyword !== "operationId")
      .map((each) => {
        const description = describe(versions, { ...each, summary: "" });
        const { keyword } = each;
        return { keyword, summary: description.summary, ...placeOf(description) };
      }),
  };
}

function rankOf({ breaks, mayBreak }: Change): number {
  const first = audiences.findIndex((each) => breaks.includes(each) || mayBreak.includes(each));
  return first < 0 ? audiences.length : first + (breaks.length > 0 ? 0 : 0.5);
}
