import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import { appendPointer, isObject, type JsonObject, parsePointer } from "./json.ts";
import type { Contract, SourceLocation } from "./model.ts";
import { ContractError, type Problem } from "./profile/contract-error.ts";
import { readContract } from "./read.ts";

/** The file of the contract of the workflow service. */
export function contractFile(): string {
  return fileURLToPath(import.meta.resolve("@workflow-api/openapi/openapi.yaml"));
}

/**
 * Reads a contract from its file.
 *
 * @param file - The YAML or JSON file. Default: the contract of the workflow service.
 * @throws {ContractError} It cannot be read, is no YAML, or leaves the profile: every problem with
 * file and line.
 */
export function loadContract(file: string = relative("", contractFile())): Contract {
  return contractOf(readSource(file));
}

/**
 * A contract file as text and value. Structured clones of it carry it between threads and
 * processes.
 */
export interface Source {
  /** As it was given. Messages call it so. */
  readonly file: string;
  readonly text: string;
  readonly document: JsonObject;
}

/**
 * Reads and parses a file without looking at what it says.
 *
 * @param text - What is in it, where that is known already.
 * @throws {ContractError} It cannot be read, is no YAML, or holds no object.
 */
export function readSource(file: string, text: string = readText(file)): Source {
  const lines = new LineCounter();
  const parsed = parseDocument(text, { lineCounter: lines, merge: true, prettyErrors: false });
  const problemAt = (offset: number, message: string): Problem => {
    const { line, col } = lines.linePos(offset);
    return {
      message,
      location: { file, line: Math.max(line, 1), column: Math.max(col, 1), pointer: "" },
    };
  };
  // What follows the first error is often none of its own.
  const [first] = parsed.errors;
  if (first !== undefined)
    throw new ContractError([problemAt(first.pos[0], texts[first.code] ?? first.message)]);
  try {
    // As JSON: aliases become copies.
    const document: unknown = JSON.parse(JSON.stringify(parsed.toJS()));
    if (isObject(document)) return { file, text, document };
  } catch (error) {
    const [, alias] =
      /^Unresolved alias .*: (.*)$/.exec(error instanceof Error ? error.message : "") ?? [];
    const problem =
      alias === undefined
        ? "refers to what contains it, or stands for too much"
        : "has no anchor before it";
    throw new ContractError([
      problemAt(text.indexOf(`*${alias ?? ""}`), `an alias ${problem}: write the value itself`),
    ]);
  }
  throw new ContractError([problemAt(0, "the file holds no object")]);
}

const texts: Readonly<Record<string, string>> = {
  MULTIPLE_DOCS: "a file holds one document, and a second one begins here",
  DUPLICATE_KEY: "this name occurs twice in one object: remove one",
};

/** The contract in a {@link Source}. */
export function contractOf(source: Source): Contract {
  return readContract(source.document, {
    file: resolve(source.file),
    locate: createLocator(source),
  });
}

const reasons: Readonly<Record<string, string>> = {
  EISDIR: "this is a folder: name the file in it",
  ENOENT: "there is no such file",
};

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";
    const message = reasons[code] ?? `the file cannot be read (${code})`;
    const problem: Problem = { message, location: { file, line: 1, column: 1, pointer: "" } };
    throw new ContractError([problem]);
  }
}

/**
 * Finds lines. The syntax tree is many times as large as the text and is needed only where
 * something is reported, so it is made then, and let go afterwards.
 */
function createLocator({ file, text }: Source): (pointer: string) => SourceLocation {
  let cached: WeakRef<{ contents: unknown; lines: LineCounter }> | undefined;
  const readTree = (): { contents: unknown; lines: LineCounter } => {
    const lines = new LineCounter();
    const tree = {
      contents: parseDocument(text, { lineCounter: lines, merge: true }).contents,
      lines,
    };
    cached = new WeakRef(tree);
    return tree;
  };
  return (pointer) => {
    const { contents, lines } = cached?.deref() ?? readTree();
    let place: Place | undefined = { node: contents, offset: 0 };
    let offset = 0;
    const reached: string[] = [];
    for (const token of parsePointer(pointer)) {
      place = place && step(place.node, token);
      if (place === undefined) break;
      offset = place.offset ?? offset;
      reached.push(token);
    }
    const { line, col } = lines.linePos(offset);
    return {
      file,
      line: Math.max(line, 1),
      column: Math.max(col, 1),
      pointer: appendPointer("", ...reached),
    };
  };
}

/** A node of the syntax tree, and where it begins in the text. */
type Place = { readonly node: unknown; readonly offset: number | undefined };

function step(node: unknown, token: string): Place | undefined {
  const pair =
    isMap(node) && node.items.find(({ key }) => isScalar(key) && String(key.value) === token);
  if (pair) return { node: pair.value, offset: startOf(pair.key) };
  const item = isSeq(node) ? node.items[Number(token)] : undefined;
  return item === undefined ? undefined : { node: item, offset: startOf(item) };
}

function startOf(node: unknown): number | undefined {
  return isNode(node) && !isAlias(node) ? node.range?.[0] : undefined;
}
