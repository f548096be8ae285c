import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type Contract,
  isEqual,
  isObject,
  type JsonObject,
  type JsonValue,
  type Operation,
  parsePointer,
  type Scenario,
} from "@workflow-api/contract";
import { counterpartOf } from "./replay.ts";
import { subjectOf } from "./subject.ts";
import { run, ToolError, withFolder } from "./tools.ts";

/** One difference between two contracts, before it is known what it breaks. */
export interface ListedChange {
  readonly kind: "added" | "removed" | "modified";
  /** What is about, for people: `getVariablesCage, query parameter include`. */
  readonly subject: string;
  /** What has changed, as a sentence. */
  readonly summary: string;
  /** What Redocly CLI asks of the version by the text alone. */
  readonly rating: "major" | "minor" | "patch";
  /** What it changes, as JSON Pointers: in the old document, in the new one. `undefined`: it is not there. */
  readonly oldPointer: string | undefined;
  readonly newPointer: string | undefined;
  /** Whether it sets, drops or changes what a value must be. */
  readonly isConstraint: boolean;
}

/** What `redocly diff --format json` writes, as far as it is read (Redocly CLI 2.77). */
interface RedoclyChange {
  readonly typeName: string;
  readonly kind: ListedChange["kind"];
  readonly impact: ListedChange["rating"];
  readonly verdicts: readonly { readonly message: string }[];
  /** The member that differs. `undefined`: the whole was added or removed. */
  readonly property?: string;
  readonly base?: RedoclyPlace;
  readonly revision?: RedoclyPlace;
}

interface RedoclyPlace {
  /** A JSON Pointer as a URI fragment; that of what would hold the value, if there is none. */
  readonly pointer: string;
  readonly value?: JsonValue;
}

/**
 * Lists every difference between two contracts: by `redocly diff`, which runs offline, and what that does not see: scenarios
 * and gaps.
 *
 * @throws {ToolError} Redocly CLI is not installed, or cannot compare the two.
 */
export async function listChanges(old: Contract, changed: Contract): Promise<ListedChange[]> {
  const found = await withFolder(async (folder) => {
    await writeFile(join(folder, "old.json"), JSON.stringify(old.document));
    await writeFile(join(folder, "new.json"), JSON.stringify(changed.document));
    const args = ["diff", "old.json", "new.json", "--format", "json", "--output", "diff.json"];
    await run("@redocly/cli", "bin/cli.js", [...args, "--fail-on", "none"], folder);
    const text = await readFile(join(folder, "diff.json"), "utf8").catch((cause) => {
      throw new ToolError("@redocly/cli has failed: it has written no report.", { cause });
    });
    const { changes }: { readonly changes: readonly RedoclyChange[] } = JSON.parse(text);
    return changes;
  });
  const listed = found
    .filter((change) => !isExample(change))
    .map((change) => readChange(change, old, changed));
  return [...listed, ...scenarioChanges(old, changed), ...gapChanges(old, changed)];
}

/** Named examples make scenarios, which are compared as such. */
function isExample({ base, revision, typeName }: RedoclyChange): boolean {
  const isNamed = /\/examples\/[^/]*[^/\d]/.test(base?.pointer ?? revision?.pointer ?? "");
  return typeName === "Example" || typeName === "ExamplesMap" || isNamed;
}

function readChange(change: RedoclyChange, old: Contract, changed: Contract): ListedChange {
  const { base, impact, kind, property, revision, typeName, verdicts } = change;
  const oldPointer = pointerOf(base, property);
  const newPointer = pointerOf(revision, property);
  const document = newPointer === undefined ? old.document : changed.document;
  const pointer = newPointer ?? oldPointer ?? "";
  const isWhole = property === undefined || property === "key";
  return {
    kind,
    rating: impact,
    subject: subjectOf(document, isWhole ? pointer : pointer.slice(0, pointer.lastIndexOf("/"))),
    summary: verdicts.map(({ message }) => message).join(" ") || summaryOf(change, pointer),
    oldPointer,
    newPointer,
    isConstraint: constrained.has(typeName) && !isWhole && !annotations.test(property),
  };
}

const constrained = new Set(["Schema", "Parameter", "Header", "RequestBody"]);
const annotations = /^(description|summary|title|examples?|default|deprecated|\$comment|x-.*|name|in)$/;

function pointerOf(place: RedoclyPlace | undefined, property: string | undefined): string | undefined {
  if (place === undefined) return undefined;
  const pointer = decodeURIComponent(place.pointer.replace(/^#/, ""));
  const isHolder = property !== undefined && place.value === undefined;
  return isHolder ? `${pointer}/${property}` : pointer;
}

/** For what Redocly lists without a word. */
function summaryOf({ base, kind, property, revision, typeName }: RedoclyChange, pointer: string): string {
  const name = parsePointer(pointer).at(-1) ?? "";
  const words = typeName.replaceAll(/(?<=[a-z])([A-Z])/g, " $1").toLowerCase();
  if (property === undefined)
    return `${words[0]?.toUpperCase()}${words.slice(1)} ${nameIn(revision ?? base, name)} was ${kind}.`;
  const [before, after] = [shown(base?.value), shown(revision?.value)];
  if (typeName === "SpecExtension" && pointer.includes("/x-includes/"))
    return `\`${name}\` includes ${after ?? "nothing"}, and included ${before ?? "nothing"}.`;
  if (base?.value === undefined)
    return `\`${property}\` was set${after === undefined ? "" : ` to ${after}`}.`;
  if (revision?.value === undefined)
    return `\`${property}\` was dropped${before === undefined ? "" : `; it was ${before}`}.`;
  return before === undefined || after === undefined
    ? `\`${property}\` was reworded.`
    : `\`${property}\` changed from ${before} to ${after}.`;
}

function nameIn(place: RedoclyPlace | undefined, name: string): string {
  const value = place?.value;
  if (isObject(value) && typeof value["name"] === "string") return `\`${value["name"]}\``;
  if (/^\d+$/.test(name) && isObject(value)) return `\`${Object.keys(value).join("` with `")}\``;
  return `\`${name}\``;
}

/** More of a value than this tells nobody anything. */
const longest = 60;

function shown(value: JsonValue | undefined): string | undefined {
  const text = value === undefined ? "" : JSON.stringify(value);
  return text === "" || text.length > longest ? undefined : `\`${text}\``;
}

function scenarioChanges(old: Contract, changed: Contract): ListedChange[] {
  return old.operations.flatMap((operation) => {
    const other = counterpartOf(operation, changed);
    if (other === undefined) return [];
    const gone = operation.scenarios.filter(({ name }) => !has(other, name));
    const added = other.scenarios.filter(({ name }) => !has(operation, name));
    const renamed = gone.map((scenario) => added.find((each) => isAlike(scenario, each)));
    return [
      ...gone.map((scenario, index): ListedChange => {
        const twin = renamed[index];
        return twin === undefined
          ? told("removed", other, `Scenario \`${scenario.name}\` was removed.`, scenario.pointer, undefined)
          : told(
              "modified",
              other,
              `Scenario \`${scenario.name}\` is now called \`${twin.name}\`.`,
              scenario.pointer,
              twin.pointer,
            );
      }),
      ...added
        .filter((scenario) => !renamed.includes(scenario))
        .map(({ name, pointer }) =>
          told("added", other, `Scenario \`${name}\` was added.`, undefined, pointer),
        ),
      ...operation.scenarios.flatMap((scenario) => {
        const twin = other.scenarios.find(({ name }) => name === scenario.name);
        return twin === undefined || isAlike(scenario, twin)
          ? []
          : [
              told(
                "modified",
                other,
                `Scenario \`${scenario.name}\` has other values.`,
                scenario.pointer,
                twin.pointer,
              ),
            ];
      }),
    ];
  });
}

function told(
  kind: ListedChange["kind"],
  { operationId }: Operation,
  summary: string,
  oldPointer: string | undefined,
  newPointer: string | undefined,
): ListedChange {
  return {
    kind,
    subject: operationId,
    summary,
    rating: "patch",
    oldPointer,
    newPointer,
    isConstraint: false,
  };
}

function has({ scenarios }: Operation, name: string): boolean {
  return scenarios.some((scenario) => scenario.name === name);
}

function isAlike(one: Scenario, other: Scenario): boolean {
  const form = ({ body, response, status, values }: Scenario): JsonObject => ({
    body,
    response: response && { ...response },
    status,
    values: Object.fromEntries(values),
  });
  return isEqual(form(one), form(other));
}

function gapChanges(old: Contract, changed: Contract): ListedChange[] {
  const change = (
    kind: ListedChange["kind"],
    id: string,
    done: string,
    pointers: readonly [string | undefined, string | undefined],
  ): ListedChange => ({
    kind,
    subject: "x-gaps",
    summary: `Gap \`${id}\` was ${done}.`,
    rating: "patch",
    oldPointer: pointers[0],
    newPointer: pointers[1],
    isConstraint: false,
  });
  const twinOf = (id: string, { gaps }: Contract): Contract["gaps"][number] | undefined =>
    gaps.find((gap) => gap.id === id);
  return [
    ...old.gaps.flatMap((gap) => {
      const twin = twinOf(gap.id, changed);
      if (twin === undefined) return [change("removed", gap.id, "closed", [gap.pointer, undefined])];
      const isSame = isEqual({ ...gap, pointer: "" }, { ...twin, pointer: "" });
      return isSame ? [] : [change("modified", gap.id, "reworded", [gap.pointer, twin.pointer])];
    }),
    ...changed.gaps.flatMap((gap) =>
      twinOf(gap.id, old) === undefined ? [change("added", gap.id, "added", [undefined, gap.pointer])] : [],
    ),
  ];
}
