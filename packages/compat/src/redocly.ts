import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  appendPointer,
  type Contract,
  isEqual,
  isObject,
  type JsonValue,
  parsePointer,
} from "@workflow-api/contract";
import { run, withFolder } from "./tools.ts";

/** One change of the document, before it is known what it means. */
export interface ListedChange {
  /** What has changed, as a sentence. */
  readonly summary: string;
  /** The rule by which Redocly CLI calls it breaking. `undefined`: it does not. */
  readonly rule: string | undefined;
  /** What changes, as JSON Pointers in both documents. `undefined`: it is not there. */
  readonly oldPointer: string | undefined;
  readonly newPointer: string | undefined;
  /** Whether it is about one member of an object, which the pointers end with. */
  readonly isMember: boolean;
  /**
   * What it may be where nothing else follows from it. `structure`: the same in other words;
   * `component`: a new or lost one; `text`: for people; `moved`: a text that stands elsewhere now,
   * such as the description of a schema that is divided.
   */
  readonly role: "component" | "moved" | "structure" | "text";
}

/** What `redocly diff --format json` writes, as far as it is read (Redocly CLI 2.77). */
interface RedoclyChange {
  readonly typeName: string;
  readonly kind: "added" | "removed" | "modified";
  readonly impact: "major" | "minor" | "patch";
  readonly verdicts: readonly { readonly ruleId: string; readonly message: string }[];
  /** The member that differs. `undefined`: the whole was added or removed. */
  readonly property?: string;
  /** The pointer is a URI fragment; that of what would hold the value, if there is none. */
  readonly base?: { readonly pointer: string; readonly value?: JsonValue };
  readonly revision?: RedoclyChange["base"];
}

/** Lists the changes of the document by `redocly diff`, which runs offline. */
export async function listChanges(old: Contract, changed: Contract): Promise<ListedChange[]> {
  const changes = await withFolder(async (folder): Promise<readonly RedoclyChange[]> => {
    writeFileSync(join(folder, "old.json"), JSON.stringify(old.document));
    writeFileSync(join(folder, "new.json"), JSON.stringify(changed.document));
    const args = "diff old.json new.json --format json --output diff.json --fail-on none";
    await run("@redocly/cli", "bin/cli.js", args.split(" "), folder);
    return JSON.parse(readFileSync(join(folder, "diff.json"), "utf8")).changes;
  });
  return changes.map(readChange);
}

const structures = new Set([
  "AllOf",
  "AnyOf",
  "OneOf",
  "Header",
  "Parameter",
  "ParameterList",
  "PathItem",
  "RequestBody",
  "Response",
  "Schema",
  "SchemaProperties",
  "SecurityRequirement",
  "SecurityRequirementList",
  "SecurityScheme",
  "Server",
  "ServerList",
]);
const annotations =
  /^(description|summary|title|examples?|default|deprecated|\$comment|x-.*|bearerFormat)$/;

function readChange(change: RedoclyChange): ListedChange {
  const { base, property, revision, typeName, verdicts } = change;
  const isMember = property !== undefined && property !== "key";
  const [oldPointer, newPointer] = [base, revision].map((place) => {
    const pointer = place && decodeURIComponent(place.pointer.replace(/^#/, ""));
    return isMember && place?.value === undefined && pointer !== undefined
      ? appendPointer(pointer, property)
      : pointer;
  });
  // Redocly calls every other type a wider or a narrower one, and has no name for no credentials.
  const told = verdicts.map(({ message }) =>
    message.replace(/(widen|narrow)ed from/, "changed from").replace("``", "`{}`"),
  );
  const isText = isMember && annotations.test(property);
  const isHalf = base?.value === undefined || revision?.value === undefined;
  const isComponent =
    !isMember && /^\/components\/\w+\/[^/]+$/.test(newPointer ?? oldPointer ?? "");
  const role = structures.has(typeName) && !isText ? "structure" : "text";
  return {
    summary: told.join(" ") || summaryOf(change, newPointer ?? oldPointer ?? ""),
    rule: verdicts.find(({ ruleId }) => ruleId !== "")?.ruleId,
    oldPointer,
    newPointer,
    isMember,
    role: isComponent ? "component" : isText && isHalf && typeName === "Schema" ? "moved" : role,
  };
}

/** For what Redocly lists without a word. */
function summaryOf(
  { base, kind, property, revision, typeName }: RedoclyChange,
  pointer: string,
): string {
  const [before, after] = [base?.value, revision?.value];
  if (property !== undefined) return changeOf(property, before, after);
  const value = after ?? before;
  const [token = "", holder = ""] = parsePointer(pointer).toReversed();
  const words = typeName.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const noun = typeName === "Schema" ? (nouns.get(holder) ?? "Keyword") : words;
  const { name, url, ...option } = isObject(value) ? value : {};
  const called =
    typeName === "SecurityRequirement" ? Object.keys(option).join(" with ") : (name ?? url);
  return `${noun} \`${typeof called === "string" ? called : token}\` was ${kind}.`;
}

const nouns: ReadonlyMap<string, string> = new Map([
  ["properties", "Property"],
  ["schemas", "Schema"],
]);

/** What a member was and is, as a sentence. */
export function changeOf(
  name: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): string {
  return Array.isArray(before) && Array.isArray(after)
    ? `\`${name}\` ${difference(before, after)}.`
    : `\`${name}\` is ${shown(after)}; it was ${shown(before)}.`;
}

/** What one list has and the other lacks. */
function difference(before: readonly JsonValue[], after: readonly JsonValue[]): string {
  const lacking = (list: readonly JsonValue[], other: readonly JsonValue[]): JsonValue[] =>
    list.filter((item) => !other.some((each) => isEqual(item, each)));
  const [lost, got] = [lacking(before, after), lacking(after, before)];
  const told = [
    ...(lost.length > 0 ? [`lost ${shown(lost)}`] : []),
    ...(got.length > 0 ? [`got ${shown(got)}`] : []),
  ];
  return told.join(" and ") || "has another order";
}

/** A value. More than 60 characters of it tell nobody anything. */
function shown(value: JsonValue | undefined): string {
  const text = value === undefined ? "" : JSON.stringify(value);
  return text === "" ? "nothing" : `\`${text.length > 60 ? `${text.slice(0, 60)}…` : text}\``;
}
