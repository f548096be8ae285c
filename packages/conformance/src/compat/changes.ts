import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Contract,
  isEqual,
  isObject,
  type JsonValue,
  type Operation,
  parsePointer,
} from "@workflow-api/contract";
import { counterpartOf } from "./reading.ts";
import { subjectOf } from "./subject.ts";
import { run, withFolder } from "./tools.ts";

/** One difference between two contracts, before it is known what it breaks. */
export interface ListedChange {
  readonly kind: "added" | "removed" | "modified";
  /** What it is about, for people: `getVariablesCage, query parameter include`. */
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
 * Lists every difference between two contracts: by `redocly diff`, which runs offline, and what that does not see, which is
 * scenarios and gaps.
 *
 * @throws {ToolError} Redocly CLI is not installed, or cannot compare the two.
 */
export async function listChanges(old: Contract, changed: Contract): Promise<ListedChange[]> {
  const found = await withFolder(async (folder) => {
    writeFileSync(join(folder, "old.json"), JSON.stringify(old.document, withoutScenarios));
    writeFileSync(join(folder, "new.json"), JSON.stringify(changed.document, withoutScenarios));
    const args = ["diff", "old.json", "new.json", "--format", "json", "--output", "diff.json"];
    await run("@redocly/cli", "bin/cli.js", [...args, "--fail-on", "none"], folder);
    const { changes }: { readonly changes: readonly RedoclyChange[] } = JSON.parse(
      readFileSync(join(folder, "diff.json"), "utf8"),
    );
    return changes;
  });
  return [
    ...found.map((change) => readChange(change, old, changed)),
    ...old.operations.flatMap((operation) => {
      const other = counterpartOf(operation, changed) ?? operation;
      return namedChanges(other.operationId, "Scenario", scenariosOf(operation), scenariosOf(other));
    }),
    ...namedChanges("x-gaps", "Gap", gapsOf(old), gapsOf(changed)),
  ];
}

/** Named examples make scenarios, which are compared as such. Redocly takes a parameter with other examples for another one. */
function withoutScenarios(name: string, value: JsonValue): JsonValue | undefined {
  const isNamed = (example: JsonValue | undefined): boolean =>
    isObject(example) && ("value" in example || "$ref" in example);
  return name === "examples" && isObject(value) && Object.values(value).every(isNamed) ? undefined : value;
}

function readChange(change: RedoclyChange, old: Contract, changed: Contract): ListedChange {
  const { base, impact, kind, property, revision, typeName, verdicts } = change;
  const [oldPointer, newPointer] = [base, revision].map((place) => place && pointerOf(place, property));
  const { document } = newPointer === undefined ? old : changed;
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

function pointerOf({ pointer, value }: RedoclyPlace, property: string | undefined): string {
  const found = decodeURIComponent(pointer.replace(/^#/, ""));
  return property !== undefined && value === undefined ? `${found}/${property}` : found;
}

/** For what Redocly lists without a word. */
function summaryOf({ base, kind, property, revision, typeName }: RedoclyChange, pointer: string): string {
  const [before, after] = [base?.value, revision?.value];
  if (property !== undefined) return memberSummary(property, before, after, pointer);
  const value = after ?? before;
  const [token = "", holder] = parsePointer(pointer).toReversed();
  const words = typeName.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const noun = typeName === "Schema" ? (holder === "properties" ? "Property" : "Keyword") : words;
  const keys =
    isObject(value) && typeName === "SecurityRequirement" ? Object.keys(value).join(" with ") : token;
  return `${noun} \`${isObject(value) && typeof value["name"] === "string" ? value["name"] : keys}\` was ${kind}.`;
}

function memberSummary(name: string, before: Found, after: Found, pointer: string): string {
  if (pointer.includes("/x-includes/"))
    return `\`${name}\` includes ${shown(after)}; it included ${shown(before)}.`;
  if (Array.isArray(before) && Array.isArray(after))
    return `\`${name}\` lost ${shown(beyond(before, after))} and got ${shown(beyond(after, before))}.`;
  return `\`${name}\` ${after === undefined ? "was dropped" : `is ${shown(after)}`}; it was ${shown(before)}.`;
}

type Found = JsonValue | undefined;

function beyond(one: readonly JsonValue[], other: readonly JsonValue[]): JsonValue {
  return one.filter((item) => !other.some((each) => isEqual(item, each)));
}

/** More of a value than this tells nobody anything. */
const longest = 60;

function shown(value: Found): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return "nothing";
  const text = JSON.stringify(value);
  return `\`${text.length > longest ? `${text.slice(0, longest)}…` : text}\``;
}

/** A scenario or a gap. */
interface Named {
  readonly name: string;
  readonly pointer: string;
  readonly content: unknown;
}

function scenariosOf({ scenarios }: Operation): Named[] {
  return scenarios.map(({ body, name, pointer, response, status, values }) => {
    return { name, pointer, content: { body, response, status, values: Object.fromEntries(values) } };
  });
}

function gapsOf({ gaps }: Contract): Named[] {
  return gaps.map(({ id, pointer, ...content }) => ({ name: id, pointer, content }));
}

/** What was added, removed and changed; where nothing but the name differs, it is renamed. */
function namedChanges(
  subject: string,
  noun: string,
  before: readonly Named[],
  after: readonly Named[],
): ListedChange[] {
  const sameIn = (list: readonly Named[], { name }: Named): Named | undefined =>
    list.find((each) => each.name === name);
  const gone = before.filter((one) => sameIn(after, one) === undefined);
  const come = after.filter((one) => sameIn(before, one) === undefined);
  const heirOf = ({ content }: Named): Named | undefined =>
    come.find((each) => isEqual(each.content, content));
  const heirs = gone.map(heirOf);
  const changed = before.filter((one) => !isEqual((sameIn(after, one) ?? one).content, one.content));
  const tell = (kind: ListedChange["kind"], done: string, list: readonly Named[]): ListedChange[] => {
    const [first] = list;
    if (first === undefined) return [];
    const names = list.map(
      (each) => `\`${each.name}\`${done === "renamed" ? ` to \`${heirOf(each)?.name}\`` : ""}`,
    );
    const summary = `${noun}${list.length === 1 ? "" : "s"} ${done}: ${names.join(", ")}.`;
    const newPointer =
      kind === "removed" ? undefined : (sameIn(after, first) ?? heirOf(first) ?? first).pointer;
    const oldPointer = kind === "added" ? undefined : first.pointer;
    return [{ kind, subject, summary, rating: "patch", oldPointer, newPointer, isConstraint: false }];
  };
  return [
    ...tell(
      "removed",
      "removed",
      gone.filter((one) => heirOf(one) === undefined),
    ),
    ...tell(
      "modified",
      "renamed",
      gone.filter((one) => heirOf(one) !== undefined),
    ),
    ...tell("modified", "changed", changed),
    ...tell(
      "added",
      "added",
      come.filter((one) => !heirs.includes(one)),
    ),
  ];
}
