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
    // There is nothing at that pointer, so that nothing is taken for a consequence; its line is that of the operation.
    const pointer = `${other.pointer}/scenarios`;
    return namedChange(other.operationId, "Scenarios", pointer, scenariosOf(operation), scenariosOf(other));
  });
  const gaps = namedChange("x-gaps", "Gaps", "/x-gaps", gapsOf(old), gapsOf(changed));
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
  const [oldPointer, newPointer] = [base, revision].map((place) => place && pointerOf(place, property));
  const pointer = newPointer ?? oldPointer ?? "";
  const isWhole = property === undefined || property === "key";
  return {
    kind,
    rating: impact,
    subject: subjectOf(
      newPointer === undefined ? old : changed,
      isWhole ? pointer : pointer.slice(0, pointer.lastIndexOf("/")),
    ),
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
  if (property !== undefined && pointer.includes("/x-includes/"))
    return `\`${property}\` includes ${shown(after)}; it included ${shown(before)}.`;
  if (property !== undefined && Array.isArray(before) && Array.isArray(after))
    return `\`${property}\` lost ${beyond(before, after)} and got ${beyond(after, before)}.`;
  if (property !== undefined) return `\`${property}\` is ${shown(after)}; it was ${shown(before)}.`;
  const value = after ?? before;
  const [token = "", holder] = parsePointer(pointer).toReversed();
  const words = typeName.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const noun = typeName === "Schema" ? (holder === "properties" ? "Property" : "Keyword") : words;
  const keys =
    isObject(value) && typeName === "SecurityRequirement" ? Object.keys(value).join(" with ") : token;
  return `${noun} \`${isObject(value) && typeof value["name"] === "string" ? value["name"] : keys}\` was ${kind}.`;
}

function shown(value: JsonValue | undefined): string {
  const text = value === undefined ? "" : JSON.stringify(value);
  // More of a value tells nobody anything.
  return text === "" ? "nothing" : `\`${text.length > 60 ? `${text.slice(0, 60)}…` : text}\``;
}

function beyond(one: readonly JsonValue[], other: readonly JsonValue[]): string {
  const more = one.filter((item) => !other.some((each) => isEqual(item, each)));
  return more.length === 0 ? "nothing" : shown(more);
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

/** What of a list was renamed, removed, changed and added, in one sentence: the names, each with what it stands for. */
function namedChange(
  subject: string,
  noun: string,
  pointer: string,
  before: Contents,
  after: Contents,
): ListedChange[] {
  const come = [...after].filter(([name]) => !before.has(name));
  const gone = [...before].filter(([name]) => !after.has(name));
  const heirOf = (content: string): string | undefined => come.find(([, other]) => other === content)?.[0];
  const heirs = gone.map(([, content]) => heirOf(content));
  const told = [
    ...gone.map(
      ([name], index) =>
        `\`${name}\` ${heirs[index] === undefined ? "removed" : `is now \`${heirs[index]}\``}`,
    ),
    ...[...before].flatMap(([name, content]) =>
      (after.get(name) ?? content) === content ? [] : [`\`${name}\` changed`],
    ),
    ...come.flatMap(([name]) => (heirs.includes(name) ? [] : [`\`${name}\` added`])),
  ];
  if (told.length === 0) return [];
  const places = { oldPointer: undefined, newPointer: pointer, isConstraint: false };
  return [{ kind: "modified", subject, summary: `${noun}: ${told.join(", ")}.`, rating: "patch", ...places }];
}

type Contents = ReadonlyMap<string, string>;

function scenariosOf({ scenarios }: Operation): Contents {
  return new Map(
    scenarios.map(({ body, name, response, status, values }) => {
      return [name, JSON.stringify([body, response, status, ...values])];
    }),
  );
}

function gapsOf({ gaps }: Contract): Contents {
  return new Map(
    gaps.map(({ id, section, unknown, untilKnown }) => [id, JSON.stringify([section, unknown, untilKnown])]),
  );
}
