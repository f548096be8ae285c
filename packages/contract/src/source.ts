import { readFileSync } from "node:fs";
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type YAMLParseError,
} from "yaml";
import { ContractError } from "./contract-error.ts";
import type { JsonValue } from "./json.ts";
import { appendPointer, parsePointer } from "./json-pointer.ts";
import type { SourceLocation } from "./model.ts";
import { targetOf } from "./origin.ts";
import { valueOfYaml } from "./value-of-yaml.ts";

/** A YAML or JSON file of a contract, with the places of its nodes. */
export interface Source {
  readonly file: string;
  readonly value: JsonValue;
  readonly document: Document;
  readonly lines: LineCounter;
}

/** The files of one contract, each read once. */
export interface Sources {
  /** Throws {@link ContractError} if the file cannot be read or parsed. */
  read(file: string): Source;
  /** The absolute paths of what was read, in that order. */
  files(): string[];
  /** Where a pointer into the bundle of `file` stands, following references into other places and files. */
  locate(file: string, pointer: string): SourceLocation;
}

interface Place {
  readonly source: Source;
  readonly node: unknown;
  readonly offset: number;
  readonly pointer: string;
}

/** Reading starts from nothing; nothing is watched. */
export function createSources(): Sources {
  const cache = new Map<string, Source>();
  const read = (file: string): Source => {
    const cached = cache.get(file);
    if (cached !== undefined) return cached;
    const source = readSource(file);
    cache.set(file, source);
    return source;
  };
  return {
    read,
    files: () => [...cache.keys()],
    locate: (file, pointer) => toLocation(walk(read, read(file), pointer, 0)),
  };
}

/** Why a file cannot be read, by the codes of Node. */
const unreadable: Readonly<Record<string, string>> = {
  EISDIR: "This is a folder: name the file in it.",
  ENOENT: "There is no such file.",
};

function readSource(file: string): Source {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    const reason = cause instanceof Error && "code" in cause ? String(cause.code) : "unreadable";
    throw new ContractError([
      {
        message: unreadable[reason] ?? `The contract cannot be read: ${reason}.`,
        location: { file, line: 1, column: 1, pointer: "" },
      },
    ]);
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, merge: true, prettyErrors: false });
  const placeAt = (offset: number): SourceLocation => {
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col, pointer: "" };
  };
  if (document.errors.length > 0) {
    throw new ContractError(
      withoutConsequences(document.errors).map((error) => ({
        message: messageOf(error),
        location: placeAt(error.pos[0]),
      })),
    );
  }
  return { file, value: valueOfYaml(document, placeAt), document, lines };
}

/** In place of what is said to programs. */
function messageOf({ code, message }: YAMLParseError): string {
  return code === "MULTIPLE_DOCS"
    ? "A second document begins here, and a file holds one: leave it out."
    : message;
}

/** Behind what it cannot read a parser takes lines for what they are not: its further complaints say nothing of them. */
function withoutConsequences(errors: readonly YAMLParseError[]): YAMLParseError[] {
  const first = errors.find(({ code }) => code !== "DUPLICATE_KEY");
  return errors.filter((error) => error === first || error.code === "DUPLICATE_KEY");
}

function walk(read: (file: string) => Source, source: Source, pointer: string, depth: number): Place {
  let place: Place = { source, node: source.document.contents, offset: 0, pointer: "" };
  for (const token of parsePointer(pointer)) {
    let next = step(place, token);
    for (let hops = depth; next === undefined && hops < 32; hops++) {
      const target = follow(read, place, hops);
      if (target === undefined) break;
      place = target;
      next = step(place, token);
    }
    if (next === undefined) return place;
    place = next;
  }
  return place;
}

function step(place: Place, token: string): Place | undefined {
  const node = isAlias(place.node) ? place.node.resolve(place.source.document) : place.node;
  const pointer = appendPointer(place.pointer, token);
  if (isMap(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === token);
    if (pair === undefined) return undefined;
    return { ...place, node: pair.value, offset: startOf(pair.key) ?? place.offset, pointer };
  }
  if (isSeq(node)) {
    const item = node.items[Number(token)];
    return item === undefined
      ? undefined
      : { ...place, node: item, offset: startOf(item) ?? place.offset, pointer };
  }
  return undefined;
}

function follow(read: (file: string) => Source, place: Place, depth: number): Place | undefined {
  const reference = isMap(place.node) ? place.node.get("$ref") : undefined;
  if (typeof reference !== "string") return undefined;
  const { file, pointer } = targetOf(place.source.file, reference);
  return walk(read, read(file), pointer, depth + 1);
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? (node as Node).range?.[0] : undefined;
}

function toLocation({ source, offset, pointer }: Place): SourceLocation {
  const { line, col } = source.lines.linePos(offset);
  return { file: source.file, line: Math.max(line, 1), column: Math.max(col, 1), pointer };
}
