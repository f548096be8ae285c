import {
  type Alias,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  Scalar,
  type YAMLMap,
} from "yaml";
import { appendPointer, isObject, type JsonObject, type JsonValue } from "./json.ts";
import { createLines, isMerge } from "./locate.ts";
import { ContractError } from "./profile/contract-error.ts";
import { type Mistake, openReference, parseFile, unknownTag } from "./syntax.ts";

// From the text of a file to its value. Whatever one parser would lose, or another would read
// differently, is refused here, so that no other code has to consider it.

/**
 * A contract file as text and value. Structured clones of it carry it between threads and
 * processes.
 */
export interface Source {
  /** As it was given, for messages. */
  readonly file: string;
  readonly text: string;
  readonly document: JsonObject;
}

/** How deep objects and arrays may be nested. */
const mostDepth = 500;
/** How many values a file may have with its aliases expanded. */
const mostValues = 5_000_000;

/**
 * Parses the text of a file without checking its content.
 *
 * @throws {ContractError} It is no YAML, or it would not be read the same by every parser.
 */
export function parseSource(file: string, text: string): Source {
  const parsed = parseFile(file, text);
  if ("message" in parsed) throw refusal(file, text, [{ pointer: "", offset: 0, ...parsed }]);
  const reading: Reading = { problems: [], anchors: new Map(), size: 0 };
  const document = readNode(reading, parsed.contents, "", 0);
  if (!isObject(document) && reading.problems.length === 0) {
    const message = 'the file holds no object: a contract begins with "openapi: 3.1.1"';
    report(reading, parsed, "", message);
  }
  if (!isObject(document) || reading.problems.length > 0)
    throw refusal(file, text, reading.problems);
  return { file, text, document };
}

function refusal(file: string, text: string, problems: readonly Located[]): ContractError {
  const lineOf = createLines(text);
  return new ContractError(
    problems.map(({ message, offset, pointer }) => ({
      message,
      location: { file, ...lineOf(offset), pointer },
    })),
  );
}

/** A problem at an offset of the text. */
interface Located extends Required<Mistake> {
  readonly pointer: string;
}

interface Reading {
  readonly problems: Located[];
  /** The value of each anchor so far, and its size. Open: it is being read. */
  readonly anchors: Map<string, { readonly value: JsonValue; readonly size: number } | "open">;
  /** How many values there are so far, counting aliases each time. */
  size: number;
}

function report({ problems }: Reading, node: unknown, pointer: string, message: string): null {
  problems.push({ message, offset: (node as Node | undefined)?.range?.[0] ?? 0, pointer });
  return null;
}

/** The JSON value of a node. Values that JSON cannot represent are reported, and become null. */
function readNode(reading: Reading, node: unknown, pointer: string, depth: number): JsonValue {
  const before = reading.size++;
  if (depth > mostDepth)
    return report(reading, node, "", `this is nested deeper than ${mostDepth}: put it elsewhere`);
  if (isAlias(node)) return readAlias(reading, node, pointer);
  if (!isNode(node)) return null;
  const { anchor, tag } = node as Node & { readonly anchor?: string };
  if (tag !== undefined && !/^tag:yaml\.org,2002:(str|int|float|bool|null|map|seq)$/.test(tag))
    return report(reading, node, pointer, unknownTag);
  if (anchor !== undefined) reading.anchors.set(anchor, "open");
  const value = readContents(reading, node, pointer, depth);
  if (anchor !== undefined) reading.anchors.set(anchor, { value, size: reading.size - before });
  return value;
}

function readContents(reading: Reading, node: Node, pointer: string, depth: number): JsonValue {
  if (isScalar(node)) return readScalar(reading, node, pointer);
  if (isMap(node)) return Object.fromEntries(membersOf(reading, node, pointer, depth));
  const items = isSeq(node) ? node.items : [];
  return items.map((item, index) =>
    readNode(reading, item, appendPointer(pointer, index), depth + 1),
  );
}

function readAlias(reading: Reading, node: Alias, pointer: string): JsonValue {
  const here = (message: string): null => report(reading, node, pointer, message);
  const known = reading.anchors.get(node.source);
  if (known === undefined)
    return here(
      `*${node.source} has no anchor before it: write the value itself, ` +
        "or put a string that begins with * in quotes",
    );
  if (known === "open")
    return here(`*${node.source} refers to what contains it: write the value itself`);
  const { size } = reading;
  reading.size += known.size;
  // Reported once, where the limit is exceeded.
  if (size <= mostValues && reading.size > mostValues)
    here(`aliases make more than ${mostValues} values of the file: write some of them out`);
  return known.value;
}

function readScalar(reading: Reading, node: Scalar, pointer: string): JsonValue {
  const { value, source = "" } = node;
  const here = (message: string): null => report(reading, node, pointer, message);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) return here(`${source} is not a JSON number: write another one`);
    const isLost = !Number.isSafeInteger(value) && String(value) !== source;
    if (isLost && /^[-+]?(\d+|0[xo][\da-f]+)$/i.test(source))
      return here(`${source} is beyond 2^53, where JSON numbers lose digits: write a smaller one`);
  }
  // A number or a string, depending on the parser.
  if (
    node.type === Scalar.PLAIN &&
    /^[-+]?(0[bo][0-7_]+|0\d+|\d[\d_]*_[\d_]*(\.\d*)?)$/.test(source)
  )
    return here(
      `${source} is not read the same by every parser: ` +
        "put a string in quotes, or write a decimal number",
    );
  if (typeof value === "string" && (value.includes("\0") || !value.isWellFormed()))
    return here("this string has NUL or half of a surrogate pair: correct the escape");
  return value as JsonValue;
}

/** The members of an object, merged ones first. */
function membersOf(
  reading: Reading,
  node: YAMLMap,
  pointer: string,
  depth: number,
): [string, JsonValue][] {
  const merges = node.items.filter(isMerge);
  if (merges.length > 1)
    report(reading, merges[1]?.key, pointer, "this is a second <<: write one, with an array");
  const merged = merges.flatMap(({ key, value }) => {
    // The first of several sources wins.
    const sources = [readNode(reading, value, pointer, depth + 1)].flat().toReversed();
    if (!sources.every(isObject))
      report(reading, key, pointer, "<< takes an alias of an object, or an array of them");
    return sources.flatMap((source) => Object.entries(source ?? {}) as [string, JsonValue][]);
  });
  const own = new Map<string, JsonValue>();
  for (const pair of node.items.filter((each) => !isMerge(each))) {
    const name = nameOf(reading, pair.key, pointer);
    if (name === undefined) continue;
    const at = appendPointer(pointer, name);
    if (own.has(name))
      report(reading, pair.key, at, "this name occurs twice in one object: remove one");
    const value = readNode(reading, pair.value, at, depth + 1);
    if (name === "$ref" && value === null) report(reading, pair.key, at, openReference);
    own.set(name, value);
  }
  return [...merged, ...own];
}

/** The name of a member, as every parser reads it. */
function nameOf(reading: Reading, key: unknown, pointer: string): string | undefined {
  const here = (message: string): undefined => {
    report(reading, key, pointer, message);
  };
  if (!isScalar(key))
    return here(
      "the name of a member is not a string: put it in quotes; fill in a template's {{ }} first",
    );
  const { source = "", value } = key;
  if (typeof value === "string")
    return readScalar(reading, key, pointer) === null ? undefined : value;
  if (value === null || String(value) !== source)
    return here(
      `the name ${source || "of a member"} is not read the same by every parser: put it in quotes`,
    );
  return source;
}
