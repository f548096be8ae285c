import type { Identity } from "@workflow-api/conformance/reports";
import type { Contract } from "@workflow-api/contract";
import { appendPointer, groupBy } from "@workflow-api/contract/json";
import type { Difference } from "./aspect-differences.ts";
import type { BuildBreak } from "./build.ts";
import { type Audience, audiences, type Change, type ChangePlace } from "./change.ts";
import type { Edit } from "./edits.ts";
import type { Counterexample } from "./replay.ts";
import { subjectText } from "./wording.ts";

/** The place of an edit. */
export function placeOf({ contract, pointer, subject }: Edit): ChangePlace {
  return { subject: subjectText(subject), location: contract.locate(pointer) };
}

/** A change with what an edit breaks, as counterexamples and the compiler show. */
export function changeBy(
  edit: Edit,
  counterexamples: readonly Counterexample[],
  build: readonly BuildBreak[],
): Change {
  const { differences, subject, summary, sunset } = edit;
  const possible: readonly Audience[] = differences.flatMap(({ parties }) => parties);
  const isBuildBroken = build.length > 0 || differences.some(({ breaksBuild }) => breaksBuild);
  const breaks = audiences.filter((whom) =>
    whom === "build" ? isBuildBroken : counterexamples.some((each) => each.for === whom),
  );
  const mayBreak = audiences.filter((whom) => possible.includes(whom) && !breaks.includes(whom));
  const place = placeOf(edit);
  return {
    ...place,
    summary,
    breaks,
    mayBreak,
    reason: mayBreak.length > 0 ? reasonOf(differences) : "",
    places: [place],
    part: subject.rest,
    identities: [...differences.map(identityOf), ...build.map(buildIdentityOf)],
    accepted: sunset,
    counterexamples,
    build,
  };
}

function reasonOf(differences: readonly Difference[]): string {
  if (differences.some(({ keyword }) => keyword === "size")) return "it is too large to compare";
  return differences.some(({ isWritten }) => isWritten)
    ? "it is compared as it is written"
    : "no sample shows whether it does";
}

function identityOf({ at, code, keyword, operationId, part }: Difference): Identity {
  const place = [code, part].filter((each) => each !== undefined).join(" ");
  return { name: "changed", operationId, part: appendPointer(`${place} `, ...at).trim(), keyword };
}

function buildIdentityOf({ code, operationId, part }: BuildBreak): Identity {
  const place = [code, part].filter((each) => each !== undefined).join(" ");
  return { name: "changed", operationId, part: place, keyword: "types" };
}

/** The only edit of the same part that clients notice. `undefined`: there are several, or none. */
export function causeAmong(edits: readonly Edit[]): (broken: BuildBreak) => Edit | undefined {
  const keyOf = (...parts: readonly (string | undefined)[]): string => JSON.stringify(parts);
  const noticed = edits.flatMap((edit) =>
    edit.differences
      .filter(({ parties }) => parties.includes("clients"))
      .map((each) => [keyOf(each.operationId, each.code, typedPart(each)), edit] as const),
  );
  const byPart = groupBy(noticed, ([key]) => key);
  return ({ code, operationId, part }) => {
    const found = byPart.get(keyOf(operationId, code, part)) ?? [];
    const [only, ...others] = new Set(found.map(([, edit]) => edit));
    return others.length === 0 ? only : undefined;
  };
}

/** What the part of a difference is of in the types. `undefined`: nothing. */
function typedPart({ code, part }: Difference): BuildBreak["part"] | undefined {
  if (part === "body") return part;
  const place = (["query", "header", "path"] as const).find((each) => part.startsWith(`${each} `));
  return place && (code === undefined ? `${place} parameters` : "headers");
}

/** A break of the build that no single edit explains. */
export function typesEdit(contract: Contract, broken: BuildBreak): Edit {
  const { operationId, pointer, reason } = broken;
  return {
    subject: { owner: operationId, rest: "" },
    summary: `Code that uses its types no longer compiles: ${reason}`,
    keyword: "types",
    differences: [],
    contract,
    pointer,
    sunset: undefined,
  };
}

/** Equal changes of several operations or components as one: one example shows what all break. */
export function folded(changes: readonly Change[]): Change[] {
  const groups = groupBy(changes, ({ accepted, breaks, mayBreak, part, summary }) => {
    const affected = audiences.filter((each) => breaks.includes(each) || mayBreak.includes(each));
    return JSON.stringify([part, summary, affected, accepted]);
  });
  return [...groups.values()].flatMap((all) => {
    const [first] = all;
    if (first === undefined) return [];
    const breaks = audiences.filter((each) => all.some((change) => change.breaks.includes(each)));
    const mayBreak = first.mayBreak.filter((each) => !breaks.includes(each));
    return {
      ...first,
      breaks,
      mayBreak,
      reason: mayBreak.length > 0 ? first.reason : "",
      places: all.flatMap(({ places }) => places),
      identities: all.flatMap(({ identities }) => identities),
      counterexamples: all.flatMap(({ counterexamples }) => counterexamples),
      build: all.flatMap(({ build }) => build),
    };
  });
}
