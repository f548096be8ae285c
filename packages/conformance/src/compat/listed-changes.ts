import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  appendPointer,
  type Contract,
  isObject,
  type JsonObject,
  type JsonValue,
  parsePointer,
  valueAt,
} from "@workflow-api/contract";
import { installedProgram } from "./installed.ts";
import type { RedoclyChange, RedoclyReport } from "./redocly-report.ts";
import { subjectOf } from "./subject.ts";
import { withTemporaryFolder } from "./temporary-folder.ts";
import { ToolError } from "./tool-error.ts";

/** One difference between the texts of two contracts. */
export interface ListedChange {
  readonly kind: "added" | "removed" | "modified";
  /** What SemVer asks for in the eyes of Redocly, which reads the texts and tries nothing. */
  readonly rating: "major" | "minor" | "patch";
  /** What it is about, for people. */
  readonly subject: string;
  readonly summary: string;
  /** JSON Pointer of the old document; `undefined` for what was added. */
  readonly oldPointer: string | undefined;
  /** JSON Pointer of the new document; `undefined` for what was removed. */
  readonly newPointer: string | undefined;
  /** The member that differs; `undefined` where the whole was added or removed. */
  readonly property: string | undefined;
  /** The words that only one of the two has: a name, a value of an enum. */
  readonly words: readonly string[];
}

/**
 * Lists every difference between two contracts, by the `diff` of Redocly CLI, which runs offline.
 * @returns `undefined` if `@redocly/cli` is not installed.
 * @throws {ToolError} It is installed, and cannot compare the two.
 */
export async function listChanges(old: Contract, changed: Contract): Promise<ListedChange[] | undefined> {
  const program = installedProgram((require) => require.resolve("@redocly/cli/package.json"), "bin/cli.js");
  if (program === undefined) return undefined;
  try {
    const report = await withTemporaryFolder((folder) => diff(program, folder, old, changed));
    return report.changes.map((change) => readChange(change, old, changed));
  } catch (cause) {
    throw new ToolError("Redocly CLI", cause);
  }
}

async function diff(
  program: string,
  folder: string,
  old: Contract,
  changed: Contract,
): Promise<RedoclyReport> {
  await writeFile(join(folder, "old.json"), JSON.stringify(old.document));
  await writeFile(join(folder, "new.json"), JSON.stringify(changed.document));
  const args = ["diff", "old.json", "new.json", "--format", "json", "--output", "diff.json"];
  await promisify(execFile)(process.execPath, [program, ...args, "--fail-on", "none"], {
    cwd: folder,
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  });
  return JSON.parse(await readFile(join(folder, "diff.json"), "utf8"));
}

function readChange(change: RedoclyChange, old: Contract, changed: Contract): ListedChange {
  const { base, impact, kind, revision, verdicts } = change;
  const oldPointer = base && pointerOf(base.pointer);
  const newPointer = revision && pointerOf(revision.pointer);
  const before = wordsOf(base?.value);
  const after = wordsOf(revision?.value);
  const { document } = newPointer === undefined ? old : changed;
  return {
    kind,
    rating: impact,
    subject: subjectOf(document, pointerOf(change.path)),
    summary: verdicts.map(({ message }) => message).join(" ") || summaryOf(change),
    oldPointer,
    newPointer,
    property: change.property,
    words: [
      ...namesIn(document, newPointer ?? oldPointer ?? "", kind),
      ...before.filter((word) => !after.includes(word)),
      ...after.filter((word) => !before.includes(word)),
    ],
  };
}

function pointerOf(fragment: string): string {
  return decodeURIComponent(fragment.replace(/^#/, ""));
}

/** The name of what was added or removed, and of the parameter that a place is in. */
function namesIn(document: JsonObject, pointer: string, kind: ListedChange["kind"]): string[] {
  const tokens = parsePointer(pointer);
  const at = tokens.lastIndexOf("parameters");
  const parameter = at < 0 ? undefined : valueAt(document, appendPointer("", ...tokens.slice(0, at + 2)));
  return [...(kind === "modified" ? [] : tokens.slice(-1)), ...wordsOf(parameter)];
}

/** The words in a value that can tell one change from another: a word, a list of words, or a name. */
function wordsOf(value: JsonValue | undefined): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.filter((each) => typeof each === "string");
  return isObject(value) && typeof value["name"] === "string" ? [value["name"]] : [];
}

function summaryOf({ base, kind, property, revision }: RedoclyChange): string {
  const done = { added: "Added", removed: "Removed", modified: "Changed" }[kind];
  if (property === undefined) return `${done}.`;
  const [before, after] = [shortText(base?.value), shortText(revision?.value)];
  if (base?.value === undefined && revision?.value !== undefined)
    return `Added ${property}${after === undefined ? "" : `: ${after}`}.`;
  if (base?.value !== undefined && revision?.value === undefined)
    return `Removed ${property}${before === undefined ? "" : `, which was ${before}`}.`;
  const [from, to] = [before && ` from ${before}`, after && ` to ${after}`];
  return `${done} ${property}${from ?? ""}${to ?? ""}.`;
}

/** More than this of a value tells nobody anything. */
const longest = 40;

function shortText(value: JsonValue | undefined): string | undefined {
  const text = value === undefined ? "" : JSON.stringify(value);
  return text === "" || text.length > longest ? undefined : text;
}
