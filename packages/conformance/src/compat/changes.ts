import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Contract, isEqual, isObject, type JsonValue, parsePointer } from "@workflow-api/contract";
import { counterpartOf } from "./reading.ts";
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
  /** The pointer is a URI fragment; that of what would hold the value, if there is none. */
  readonly base?: { readonly pointer: string; readonly value?: JsonValue };
  readonly revision?: RedoclyChange["base"];
}

/**
 * Lists every difference between two contracts: by `redocly diff`, which runs offline, and what that does not see, which is
 * scenarios and gaps.
 *
 * @throws {CompatError} Redocly CLI is not installed, or cannot compare the two.
 */
export async function listChanges(old: Contract, changed: Contract): Promise<ListedChange[]> {
  const found = await withFolder(async (folder): Promise<readonly RedoclyChange[]> => {
    writeFileSync(join(folder, "old.json"), JSON.stringify(old.document, withoutScenarios));
    writeFileSync(join(folder, "new.json"), JSON.stringify(changed.document, withoutScenarios));
    const args = "diff old.json new.json --format json --output diff.json --fail-on none";
    await run("@redocly/cli", "bin/cli.js", args.split(" "), folder);
    return JSON.parse(readFileSync(join(folder, "diff.json"), "utf8")).changes;
  });
  const scenarios = old.operations.flatMap((operation) => {
    const other = counterpartOf(operation, changed) ?? operation;
    const [before, after] = [operation, other].map((each) => contentsOf(each.scenarios, ({ name }) => name));
    // There is nothing at that pointer, so that nothing is taken for its consequence; its line is that of the operation.
    return namedChange(`${other.operationId}: Scenarios`, `${other.pointer}/scenarios`, before, after);
  });
  const [before, after] = [old, changed].map(({ gaps }) => contentsOf(gaps, ({ id }) => id));
  const gaps = namedChange("x-gaps: Gaps", "/x-gaps", before, after);
  return [...found.map((change) => readChange(change, old, changed)), ...scenarios, ...gaps];
}

/** Named examples make scenarios, which are compared as such; to Redocly a parameter with others is another parameter. */
function withoutScenarios(name: string, value: JsonValue): JsonValue | undefined {
  const isNamed = (each: JsonValue | undefined): boolean =>
    isObject(each) && ("value" in each || "$ref" in each);
  return name === "examples" && isObject(value) && Object.values(value).every(isNamed) ? undefined : value;
}

function readChange(change: RedoclyChange, old: Contract, changed: Contract): ListedChange {
  const { base, impact, kind, property, revision, typeName, verdicts } = change;
  const isMember = property !== undefined && property !== "key";
  const [oldPointer, newPointer] = [base, revision].map((place) => {
    const pointer = place && decodeURIComponent(place.pointer.replace(/^#/, ""));
    return isMember && place?.value === undefined && place !== undefined ? `${pointer}/${property}` : pointer;
  });
  const pointer = newPointer ?? oldPointer ?? "";
  const subject = isMember ? pointer.slice(0, pointer.lastIndexOf("/")) : pointer;
  return {
    kind,
    rating: impact,
    subject: subjectOf(newPointer === undefined ? old : changed, subject),
    summary: verdicts.map(({ message }) => message).join(" ") || summaryOf(change, pointer),
    oldPointer,
    newPointer,
    isConstraint: constrained.has(typeName) && isMember && !annotations.test(property),
  };
}

const constrained = new Set(["Schema", "Parameter", "Header", "RequestBody"]);
const annotations = /^(description|summary|title|examples?|default|deprecated|\$comment|x-.*|name|in)$/;

/** For what Redocly lists without a word. */
function summaryOf({ base, kind, property, revision, typeName }: RedoclyChange, pointer: string): string {
  const [before, after] = [base?.value, revision?.value];
  if (property !== undefined) {
    const isList = Array.isArray(before) && Array.isArray(after);
    if (isList) return `\`${property}\` lost ${shown(before, after)} and got ${shown(after, before)}.`;
    const verb = pointer.includes("/x-includes/") ? ["includes", "included"] : ["is", "was"];
    return `\`${property}\` ${verb[0]} ${shown(after)}; it ${verb[1]} ${shown(before)}.`;
  }
  const value = after ?? before;
  const [token = "", holder] = parsePointer(pointer).toReversed();
  const words = typeName.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const noun = typeName === "Schema" ? (holder === "properties" ? "Property" : "Keyword") : words;
  const isWay = isObject(value) && typeName === "SecurityRequirement";
  const name = isWay ? Object.keys(value).join(" with ") : isObject(value) ? value["name"] : undefined;
  return `${noun} \`${typeof name === "string" ? name : token}\` was ${kind}.`;
}

/** A value, of a list only what the other one lacks. More than 60 characters of it tell nobody anything. */
function shown(value: JsonValue | undefined, other: readonly JsonValue[] = []): string {
  const lacks = (item: JsonValue): boolean => !other.some((each) => isEqual(item, each));
  const told = Array.isArray(value) ? value.filter(lacks) : value;
  const text = told === undefined || isEqual(told, []) ? "" : JSON.stringify(told);
  return text === "" ? "nothing" : `\`${text.length > 60 ? `${text.slice(0, 60)}…` : text}\``;
}

/** Words of OpenAPI that tell a reader nothing. */
const silent = new Set(["content", "schema", "properties", "$ref", "components", "paths"]);

/** A place for people: `/paths/~1cages/get/parameters/0/schema/items` is `listCages, query parameter limit, items`. */
function subjectOf({ operations }: Contract, pointer: string): string {
  const isIn = (place: string): boolean => `${pointer}/`.startsWith(`${place}/`);
  const operation = operations.find((each) => isIn(each.pointer));
  const parameter = operation?.parameters.find((each) => isIn(each.parameterPointer));
  const start = parameter?.parameterPointer ?? operation?.pointer ?? "";
  const words = parsePointer(pointer.slice(start.length)).filter((token) => !silent.has(token));
  const title = parameter && `${parameter.in} parameter ${parameter.name}`;
  const parts = [operation?.operationId, title, words.join(" ").replace(/^([a-z]\w+)s (?=.)/, "$1 ")];
  return parts.filter((part) => part).join(", ") || "The contract";
}

type Contents = ReadonlyMap<string, string>;

/** What each of a list says, by its name. */
function contentsOf<Item extends { readonly pointer: string }>(
  list: readonly Item[],
  nameOf: (item: Item) => string,
): Contents {
  const plain = (_: string, value: unknown): unknown => (value instanceof Map ? [...value] : value);
  const nameless = { pointer: undefined, name: undefined, id: undefined };
  return new Map(list.map((item) => [nameOf(item), JSON.stringify({ ...item, ...nameless }, plain)]));
}

/** What of a list was renamed, removed, changed and added, in one sentence. */
function namedChange(
  title: string,
  newPointer: string,
  before: Contents = new Map(),
  after: Contents = new Map(),
): ListedChange[] {
  const [subject = "", noun] = title.split(": ");
  const come = [...after].filter(([name]) => !before.has(name));
  const heirOf = (content: string): string | undefined => come.find(([, other]) => other === content)?.[0];
  const heirs = new Set<string | undefined>();
  const told = [...before].flatMap(([name, content]) => {
    const heir = after.has(name) ? undefined : heirOf(content);
    heirs.add(heir);
    if (heir !== undefined) return [`\`${name}\` is now \`${heir}\``];
    if (!after.has(name)) return [`\`${name}\` removed`];
    return after.get(name) === content ? [] : [`\`${name}\` changed`];
  });
  const all = [...told, ...come.flatMap(([name]) => (heirs.has(name) ? [] : [`\`${name}\` added`]))];
  const change = { subject, summary: `${noun}: ${all.join(", ")}.`, oldPointer: undefined, newPointer };
  return all.length === 0 ? [] : [{ kind: "modified", rating: "patch", isConstraint: false, ...change }];
}
