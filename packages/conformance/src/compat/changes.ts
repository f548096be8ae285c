import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Contract, isEqual, isObject, type JsonValue, parsePointer } from "@workflow-api/contract";
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
    await writeFile(join(folder, "old.json"), JSON.stringify(old.document));
    await writeFile(join(folder, "new.json"), JSON.stringify(changed.document));
    const args = ["diff", "old.json", "new.json", "--format", "json", "--output", "diff.json"];
    await run("@redocly/cli", "bin/cli.js", [...args, "--fail-on", "none"], folder);
    const { changes }: { readonly changes: readonly RedoclyChange[] } = JSON.parse(
      await readFile(join(folder, "diff.json"), "utf8"),
    );
    return changes;
  });
  // Named examples make scenarios, which are compared as such.
  const listed = found.filter(
    ({ base, revision }) => !/\/examples\/\w*\D/.test((base ?? revision)?.pointer ?? ""),
  );
  return [
    ...listed.map((change) => readChange(change, old, changed)),
    ...scenarioChanges(old, changed),
    ...namedChanges("x-gaps", "Gap", old.gaps.map(named), changed.gaps.map(named)),
  ];
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
  const value = (revision ?? base)?.value;
  if (property === undefined) {
    const noun = typeName.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    const token = parsePointer(pointer).at(-1) ?? "";
    const name =
      isObject(value) && /^\d+$/.test(token) ? (value["name"] ?? Object.keys(value).join(" with ")) : token;
    return `${noun} \`${name}\` was ${kind}.`;
  }
  const [before, after] = [base, revision].map((place) => shown(place?.value));
  if (pointer.includes("/x-includes/")) return `\`${property}\` includes ${after}; it included ${before}.`;
  if (revision?.value === undefined) return `\`${property}\` was dropped; it was ${before}.`;
  return `\`${property}\` is ${after}; it was ${before}.`;
}

/** More of a value than this tells nobody anything. */
const longest = 60;

function shown(value: JsonValue | undefined): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > longest ? `\`${text.slice(0, longest)}…\`` : `\`${text}\``;
}

/** Something with a name, to be told as renamed rather than removed and added where nothing else differs. */
interface Named {
  readonly name: string;
  readonly pointer: string;
  readonly content: unknown;
}

function named({ id, pointer, ...content }: Contract["gaps"][number]): Named {
  return { name: id, pointer, content };
}

function scenarioChanges(old: Contract, changed: Contract): ListedChange[] {
  const scenariosOf = ({ scenarios }: Contract["operations"][number]): Named[] =>
    scenarios.map(({ body, name, pointer, response, status, values }) => {
      return { name, pointer, content: { body, response, status, values: Object.fromEntries(values) } };
    });
  return old.operations.flatMap((operation) => {
    const other = counterpartOf(operation, changed);
    return other === undefined
      ? []
      : namedChanges(other.operationId, "Scenario", scenariosOf(operation), scenariosOf(other));
  });
}

function namedChanges(
  subject: string,
  noun: string,
  before: readonly Named[],
  after: readonly Named[],
): ListedChange[] {
  const tell = (
    kind: ListedChange["kind"],
    one: Named | undefined,
    other: Named | undefined,
    done: string,
  ): ListedChange => ({
    kind,
    subject,
    summary: `${noun} \`${(one ?? other)?.name}\` ${done}.`,
    rating: "patch",
    oldPointer: one?.pointer,
    newPointer: other?.pointer,
    isConstraint: false,
  });
  const twinOf = ({ name }: Named, list: readonly Named[]): Named | undefined =>
    list.find((each) => each.name === name);
  const added = after.filter((other) => twinOf(other, before) === undefined);
  const renamed = new Set<Named>();
  const told = before.flatMap((one) => {
    const twin = twinOf(one, after);
    if (twin !== undefined)
      return isEqual(one.content, twin.content) ? [] : [tell("modified", one, twin, "says something else")];
    const heir = added.find(({ content }) => isEqual(one.content, content));
    if (heir === undefined) return [tell("removed", one, undefined, "was removed")];
    renamed.add(heir);
    return [tell("modified", one, heir, `is now called \`${heir.name}\``)];
  });
  return [
    ...told,
    ...added
      .filter((other) => !renamed.has(other))
      .map((other) => tell("added", undefined, other, "was added")),
  ];
}
