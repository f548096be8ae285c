import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Contract,
  isEqual,
  isObject,
  type JsonValue,
  parsePointer,
} from "@workflow-api/contract";
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
  /**
   * What it changes, as JSON Pointers: in the old document, in the new one. `undefined`: it is not
   * there.
   */
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
 * Lists every difference of two contracts: by `redocly diff`, which runs offline, and of scenarios
 * and gaps by itself.
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
    const { operationId, pointer, scenarios } = counterpartOf(operation, changed) ?? operation;
    // There is nothing at that pointer, so that nothing is taken for its consequence; its line is
    // that of the operation.
    return namedChange(
      `${operationId}: Scenarios`,
      `${pointer}/scenarios`,
      operation.scenarios,
      scenarios,
    );
  });
  const gapsOf = ({ gaps }: Contract): Named[] =>
    gaps.map(({ id, ...gap }) => ({ ...gap, name: id }));
  const told = [
    ...scenarios,
    ...namedChange("x-gaps: Gaps", "/x-gaps", gapsOf(old), gapsOf(changed)),
  ];
  return [...found.map((change) => readChange(change, old, changed)), ...told];
}

/**
 * Named examples make scenarios, which are compared as such; to Redocly a parameter with others is
 * another parameter.
 */
function withoutScenarios(name: string, value: JsonValue): JsonValue | undefined {
  const isNamed = (each: JsonValue | undefined): boolean =>
    isObject(each) && ("value" in each || "$ref" in each);
  return name === "examples" && isObject(value) && Object.values(value).every(isNamed)
    ? undefined
    : value;
}

function readChange(change: RedoclyChange, old: Contract, changed: Contract): ListedChange {
  const { base, impact, kind, property, revision, typeName, verdicts } = change;
  const isMember = property !== undefined && property !== "key";
  const [oldPointer, newPointer] = [base, revision].map((place) => {
    const pointer = place && decodeURIComponent(place.pointer.replace(/^#/, ""));
    return isMember && place?.value === undefined && place !== undefined
      ? `${pointer}/${property}`
      : pointer;
  });
  // Redocly calls every other type a wider or a narrower one, and has no name for no credentials.
  const told = verdicts.map(({ message }) =>
    message.replace(/(widen|narrow)ed from/, "changed from").replace("``", "`{}`"),
  );
  const pointer = newPointer ?? oldPointer ?? "";
  const subject = isMember ? pointer.slice(0, pointer.lastIndexOf("/")) : pointer;
  return {
    kind,
    rating: impact,
    subject: subjectOf(newPointer === undefined ? old : changed, subject),
    summary: told.join(" ") || summaryOf(change, pointer),
    oldPointer,
    newPointer,
    // Nobody can tell by a message what is at another address.
    isConstraint:
      typeName === "Server" ||
      (constrained.has(typeName) && isMember && !annotations.test(property)),
  };
}

const constrained = new Set(["Schema", "Parameter", "Header", "RequestBody"]);
const annotations =
  /^(description|summary|title|examples?|default|deprecated|\$comment|x-.*|name|in)$/;

/** For what Redocly lists without a word. */
function summaryOf(
  { base, kind, property, revision, typeName }: RedoclyChange,
  pointer: string,
): string {
  const [before, after] = [base?.value, revision?.value];
  if (property !== undefined) {
    if (Array.isArray(before) && Array.isArray(after))
      return `\`${property}\` ${difference(before, after)}.`;
    const verb = pointer.includes("/x-includes/") ? ["includes", "included"] : ["is", "was"];
    return `\`${property}\` ${verb[0]} ${shown(after)}; it ${verb[1]} ${shown(before)}.`;
  }
  const value = after ?? before;
  const [token = "", holder = ""] = parsePointer(pointer).toReversed();
  const words = typeName.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const noun = typeName === "Schema" ? (nouns[holder] ?? "Keyword") : words;
  const { name, url, ...way } = isObject(value) ? value : {};
  const called =
    typeName === "SecurityRequirement" ? Object.keys(way).join(" with ") : (name ?? url);
  return `${noun} \`${typeof called === "string" ? called : token}\` was ${kind}.`;
}

const nouns: Readonly<Record<string, string>> = { properties: "Property", schemas: "Schema" };

/** What one list has and the other lacks. */
function difference(before: readonly JsonValue[], after: readonly JsonValue[]): string {
  const lacking = (list: readonly JsonValue[], other: readonly JsonValue[]): JsonValue[] =>
    list.filter((item) => !other.some((each) => isEqual(item, each)));
  const [lost, got] = [lacking(before, after), lacking(after, before)];
  const told = [
    lost.length > 0 ? `lost ${shown(lost)}` : "",
    got.length > 0 ? `got ${shown(got)}` : "",
  ];
  return told.filter((each) => each !== "").join(" and ") || "has another order";
}

/** A value. More than 60 characters of it tell nobody anything. */
function shown(value: JsonValue | undefined): string {
  const text = value === undefined ? "" : JSON.stringify(value);
  return text === "" ? "nothing" : `\`${text.length > 60 ? `${text.slice(0, 60)}…` : text}\``;
}

/** Words of OpenAPI that tell a reader nothing. */
const silent = new Set(["content", "schema", "properties", "$ref", "components", "paths"]);

/**
 * A place for people: `/paths/~1cages/get/parameters/0/schema/items` is `listCages, query parameter
 * limit, items`.
 */
function subjectOf({ operations }: Contract, pointer: string): string {
  const isIn = (place: string): boolean => `${pointer}/`.startsWith(`${place}/`);
  const operation = operations.find((each) => isIn(each.pointer));
  const parameter = operation?.parameters.find((each) => isIn(each.parameterPointer));
  const start = parameter?.parameterPointer ?? operation?.pointer ?? "";
  const words = parsePointer(pointer.slice(start.length)).filter((token) => !silent.has(token));
  const title = parameter && `${parameter.in} parameter ${parameter.name}`;
  const parts = [
    operation?.operationId,
    title,
    words.join(" ").replace(/^([a-z]\w+)s (?=.)/, "$1 "),
  ];
  return parts.filter((part) => part).join(", ") || "The contract";
}

/** Something with a name: a scenario, a gap. */
interface Named {
  readonly name: string;
  readonly pointer: string;
}

/** What of a list was renamed, removed, changed and added, in one sentence. */
function namedChange(
  title: string,
  place: string,
  before: readonly Named[],
  after: readonly Named[],
): ListedChange[] {
  const plain = (_: string, value: unknown): unknown =>
    value instanceof Map ? [...value].sort() : value;
  const contentOf = (each: Named | undefined): string =>
    JSON.stringify({ ...each, name: "", pointer: "" }, plain);
  const sameIn = (list: readonly Named[], one: Named): Named | undefined =>
    list.find(({ name }) => name === one.name);
  const come = after.filter((one) => sameIn(before, one) === undefined);
  const told = before.flatMap((one) => {
    const twin = sameIn(after, one);
    const heir = come.find((each) => contentOf(each) === contentOf(one));
    if (twin === undefined && heir !== undefined) come.splice(come.indexOf(heir), 1);
    if (twin === undefined)
      return [`\`${one.name}\` ${heir === undefined ? "removed" : `is now \`${heir.name}\``}`];
    return contentOf(one) === contentOf(twin) ? [] : [`\`${one.name}\` changed`];
  });
  const all = [...told, ...come.map(({ name }) => `\`${name}\` added`)];
  const [subject = "", noun] = title.split(": ");
  const change = {
    subject,
    summary: `${noun}: ${all.join(", ")}.`,
    oldPointer: undefined,
    newPointer: place,
  };
  return all.length === 0
    ? []
    : [{ kind: "modified", rating: "patch", isConstraint: false, ...change }];
}
