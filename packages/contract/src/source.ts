import {
  type AliasNode,
  CORE_SCHEMA,
  type MappingNode,
  NOT_RESOLVED,
  type Node,
  SCALAR_STYLE,
  type ScalarNode,
} from "js-yaml";
import { appendPointer, isObject, type JsonObject, type JsonValue } from "./json.ts";
import { createLines } from "./locate.ts";
import { ContractError } from "./profile/contract-error.ts";
import {
  isMerge,
  type Mistake,
  mostDepth,
  oddSpace,
  openReference,
  parseFile,
  tooDeep,
  unknownTag,
} from "./syntax.ts";

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

/** How many values a file may have with its aliases expanded. */
const mostValues = 5_000_000;

/**
 * Parses the text of a file without checking its content.
 *
 * @throws {ContractError} It is no YAML, or it would not be read the same by every parser.
 */
export function parseSource(file: string, text: string): Source {
  const parsed = parseFile(file, text);
  if ("message" in parsed) throw refusal(file, text, [{ offset: 0, ...parsed }]);
  const { documents, offsetOf } = parsed;
  const reading: Reading = { problems: [], anchors: new Map(), size: 0, deepest: 0 };
  const contents = documents[0]?.contents;
  const document = contents && readNode(reading, contents, "", 0);
  const problems = reading.problems.map((each) => ({ ...each, offset: offsetOf(each.node) }));
  if (isObject(document) && problems.length === 0) return { file, text, document };
  const message = 'the file holds no object: a contract begins with "openapi: 3.1.1"';
  throw refusal(file, text, problems.length > 0 ? problems : [{ message, offset: 0 }]);
}

function refusal(file: string, text: string, mistakes: readonly Mistake[]): ContractError {
  const lineOf = createLines(text);
  return new ContractError(
    mistakes.map(({ message, offset = 0, pointer = "" }) => ({
      message,
      location: { file, ...lineOf(offset), pointer },
    })),
  );
}

interface Reading {
  readonly problems: { readonly message: string; readonly node: Node; readonly pointer: string }[];
  /** The value of each anchor so far. Open: it is being read. */
  readonly anchors: Map<string, Anchored | "open">;
  /** How many values there are so far, counting aliases each time. */
  size: number;
  /** How deep they are nested. */
  deepest: number;
}

/** A value that has an anchor, its size, and how deep it is nested by itself. */
interface Anchored {
  readonly value: JsonValue;
  readonly size: number;
  readonly depth: number;
}

function report({ problems }: Reading, node: Node, pointer: string, message: string): null {
  problems.push({ message, node, pointer });
  return null;
}

/** The JSON value of a node. Values that JSON cannot represent are reported, and become null. */
function readNode(reading: Reading, node: Node, pointer: string, depth: number): JsonValue {
  if (node.kind === "alias") return readAlias(reading, node, pointer, depth);
  const { anchor } = node;
  const { deepest, size } = reading;
  reading.size++;
  reading.deepest = anchor === undefined ? Math.max(deepest, depth) : depth;
  if (anchor !== undefined) reading.anchors.set(anchor, "open");
  const value = readContents(reading, node, pointer, depth);
  if (anchor !== undefined) {
    const own = { value, size: reading.size - size, depth: reading.deepest - depth };
    reading.anchors.set(anchor, own);
    reading.deepest = Math.max(deepest, reading.deepest);
  }
  return value;
}

function readContents(
  reading: Reading,
  node: Exclude<Node, AliasNode>,
  pointer: string,
  depth: number,
): JsonValue {
  if (node.kind === "scalar") return readScalar(reading, node, pointer);
  if (types.get(node.tag)?.nodeKind !== node.kind)
    return report(reading, node, pointer, unknownTag);
  if (node.kind === "mapping") return Object.fromEntries(membersOf(reading, node, pointer, depth));
  return node.items.map((item, index) =>
    readNode(reading, item, appendPointer(pointer, index), depth + 1),
  );
}

function readAlias(reading: Reading, node: AliasNode, pointer: string, depth: number): JsonValue {
  const here = (message: string): null => report(reading, node, pointer, message);
  const { anchor } = node;
  const known = reading.anchors.get(anchor);
  if (known === undefined)
    return here(
      `*${anchor} has no anchor before it: write the value itself, ` +
        "or put a string that begins with * in quotes",
    );
  if (known === "open")
    return here(`*${anchor} refers to what contains it: write the value itself`);
  if (depth + known.depth > mostDepth) return here(tooDeep);
  const { size } = reading;
  reading.size += known.size;
  reading.deepest = Math.max(reading.deepest, depth + known.depth);
  // Reported once, where the limit is exceeded.
  if (size <= mostValues && reading.size > mostValues)
    here(`aliases make more than ${mostValues} values of the file: write some of them out`);
  return known.value;
}

/** The types of YAML 1.2, by the long and the short form of their tags. */
const types = new Map(
  CORE_SCHEMA.tags.flatMap((type) => {
    const short = type.tagName.replace(/.*:/, "!!");
    return [type.tagName, short].map((tag) => [tag, type]);
  }),
);

/** The value of a scalar. `undefined`: its tag is unknown, or does not fit. */
function scalarOf({ tag, tagged, value }: ScalarNode): JsonValue | undefined {
  const type = types.get(tag);
  const read: unknown =
    type?.nodeKind === "scalar" ? type.resolve(value, tagged, type.tagName) : NOT_RESOLVED;
  return read === NOT_RESOLVED ? undefined : (read as JsonValue);
}

function readScalar(reading: Reading, node: ScalarNode, pointer: string): JsonValue {
  const { style, value: text } = node;
  const here = (message: string): null => report(reading, node, pointer, message);
  const value = scalarOf(node);
  if (value === undefined) return here(unknownTag);
  // The parser takes a number that is too large for a string.
  const isPlain = style === SCALAR_STYLE.PLAIN;
  const isInfinite = isPlain && value === text && /^[-+]?\d*\.?\d+e\+?\d+$/i.test(text);
  if (isInfinite || (typeof value === "number" && !Number.isFinite(value)))
    return here(`${text} is not a JSON number: write another one`);
  if (typeof value === "number") {
    const isLost = !Number.isSafeInteger(value) && String(value) !== text;
    if (isLost && /^[-+]?(\d+|0[xo][\da-f]+)$/i.test(text))
      return here(`${text} is beyond 2^53, where JSON numbers lose digits: write a smaller one`);
  }
  // A number or a string, depending on the parser.
  if (isPlain && /^[-+]?(0[bo][0-7_]+|0\d+|\d[\d_]*_[\d_]*(\.\d*)?)$/.test(text))
    return here(
      `${text} is not read the same by every parser: ` +
        "put a string in quotes, or write a decimal number",
    );
  if (typeof value === "string" && (value.includes("\0") || !value.isWellFormed()))
    return here("this string has NUL or half of a surrogate pair: correct the escape");
  return value;
}

/** The members of an object, merged ones first. */
function membersOf(
  reading: Reading,
  { items }: MappingNode,
  pointer: string,
  depth: number,
): [string, JsonValue][] {
  const [merge, second] = items.filter(isMerge);
  if (second !== undefined)
    report(reading, second.key, pointer, "this is a second <<: write one, with an array");
  // The first of several sources wins.
  const sources = merge
    ? [readNode(reading, merge.value, pointer, depth + 1)].flat().toReversed()
    : [];
  if (merge && !sources.every(isObject))
    report(reading, merge.key, pointer, "<< takes an alias of an object, or an array of them");
  const merged = sources.flatMap((source) => Object.entries(source ?? {}) as [string, JsonValue][]);
  const own = new Map<string, JsonValue>();
  for (const { key, value } of items.filter((each) => !isMerge(each))) {
    const name = nameOf(reading, key, pointer);
    if (name === undefined) continue;
    const at = appendPointer(pointer, name);
    if (own.has(name)) report(reading, key, at, "this name occurs twice in one object: remove one");
    const read = readNode(reading, value, at, depth + 1);
    if (name === "$ref" && read === null) report(reading, key, at, openReference);
    own.set(name, read);
  }
  return [...merged, ...own];
}

/** The name of a member, as every parser reads it. */
function nameOf(reading: Reading, key: Node, pointer: string): string | undefined {
  const here = (message: string): undefined => {
    report(reading, key, pointer, message);
  };
  if (key.kind !== "scalar")
    return here(
      "the name of a member is not a string: put it in quotes; fill in a template's {{ }} first",
    );
  const value = scalarOf(key);
  if (/^[^\S ]|\u200B/.test(key.value)) return here(oddSpace);
  if (typeof value === "string")
    return readScalar(reading, key, pointer) === null ? undefined : value;
  if (value === null || String(value) !== key.value)
    return here(
      `the name ${key.value || "of a member"} is not read the same by every parser: ` +
        "put it in quotes",
    );
  return key.value;
}
