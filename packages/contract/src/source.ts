import {
  type AliasNode,
  CORE_SCHEMA,
  type MappingNode,
  NOT_RESOLVED,
  SCALAR_STYLE,
  type ScalarNode,
  type Node as YamlNode,
} from "js-yaml";
import { appendPointer, isObject, type JsonObject, type JsonValue } from "./json.ts";
import { createLines } from "./lines.ts";
import { ContractError } from "./profile/contract-error.ts";
import type { UnlocatedProblem } from "./profile/kind.ts";
import {
  isMerge,
  mostDepth,
  oddSpace,
  openReference,
  parseFile,
  parseTree,
  type SyntaxProblem,
  type Tree,
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
  /** Values that not every parser reads the same. */
  readonly problems: readonly UnlocatedProblem[];
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
  const refuse = (problems: readonly SyntaxProblem[]): never => {
    const lineOf = createLines(text);
    throw new ContractError(
      problems.map(({ message, offset = 0, pointer = "" }) => ({
        message,
        location: { file, ...lineOf(offset), pointer },
      })),
    );
  };
  if ("message" in parsed) return refuse([parsed]);
  const { document, problems, valueProblems } = readTree(parsed);
  if (problems.length > 0) return refuse(problems);
  if (isObject(document)) return { file, text, document, problems: valueProblems };
  return refuse([{ message: 'the file holds no object: a contract begins with "openapi: 3.1.1"' }]);
}

/**
 * The place of each value in a text that {@link parseSource} has read, by its JSON Pointer: how many
 * characters precede it. For the content of an alias, that of the alias.
 */
export function placesOf(text: string): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  readTree(parseTree(text), places);
  return places;
}

function readTree(
  { documents, offsetOf }: Tree,
  places?: Map<string, number>,
): ParseState & { readonly document: JsonValue } {
  const state: ParseState = {
    problems: [],
    valueProblems: [],
    places,
    offsetOf,
    anchors: new Map(),
    size: 0,
    deepest: 0,
  };
  const contents = documents[0]?.contents;
  const document = contents ? readNode(state, contents, "", 0) : null;
  return { ...state, document };
}

interface ParseState {
  readonly problems: SyntaxProblem[];
  readonly valueProblems: UnlocatedProblem[];
  /** Where values are. `undefined`: nobody asks. */
  readonly places: Map<string, number> | undefined;
  readonly offsetOf: Tree["offsetOf"];
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
  readonly valueProblems: readonly UnlocatedProblem[];
}

function addProblem(state: ParseState, node: YamlNode, pointer: string, message: string): null {
  state.problems.push({ message, offset: state.offsetOf(node), pointer });
  return null;
}

/** Not every parser reads the value the same. */
function addValueProblem(state: ParseState, pointer: string, message: string): null {
  state.valueProblems.push({ message, pointer, kind: "value" });
  return null;
}

/** The JSON value of a node. Values that JSON cannot represent are reported, and become null. */
function readNode(state: ParseState, node: YamlNode, pointer: string, depth: number): JsonValue {
  if (node.kind === "alias") return readAlias(state, node, pointer, depth);
  const { anchor } = node;
  const { deepest, size, valueProblems } = state;
  const count = valueProblems.length;
  state.size++;
  state.deepest = anchor === undefined ? Math.max(deepest, depth) : depth;
  if (anchor !== undefined) state.anchors.set(anchor, "open");
  const value = readContents(state, node, pointer, depth);
  if (anchor !== undefined) {
    state.anchors.set(anchor, {
      value,
      size: state.size - size,
      depth: state.deepest - depth,
      valueProblems: valueProblems.slice(count),
    });
    state.deepest = Math.max(deepest, state.deepest);
  }
  return value;
}

function readContents(
  state: ParseState,
  node: Exclude<YamlNode, AliasNode>,
  pointer: string,
  depth: number,
): JsonValue {
  if (node.kind === "scalar") return readScalar(state, node, pointer);
  if (types.get(node.tag)?.nodeKind !== node.kind)
    return addValueProblem(state, pointer, unknownTag);
  if (node.kind === "mapping") return Object.fromEntries(membersOf(state, node, pointer, depth));
  return node.items.map((item, index) => {
    const at = appendPointer(pointer, index);
    state.places?.set(at, state.offsetOf(item));
    return readNode(state, item, at, depth + 1);
  });
}

function readAlias(state: ParseState, node: AliasNode, pointer: string, depth: number): JsonValue {
  const here = (message: string): null => addProblem(state, node, pointer, message);
  const { anchor } = node;
  const known = state.anchors.get(anchor);
  if (known === undefined)
    return here(
      `*${anchor} has no anchor before it: write the value itself, ` +
        "or put a string that begins with * in quotes",
    );
  if (known === "open")
    return here(`*${anchor} refers to what contains it: write the value itself`);
  if (depth + known.depth > mostDepth) return here(tooDeep);
  for (const { message } of known.valueProblems) addValueProblem(state, pointer, message);
  const { size } = state;
  state.size += known.size;
  state.deepest = Math.max(state.deepest, depth + known.depth);
  // Reported once, where the limit is exceeded.
  if (size <= mostValues && state.size > mostValues)
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

function readScalar(state: ParseState, node: ScalarNode, pointer: string): JsonValue {
  const value = scalarOf(node);
  const isLimit = /\/(exclusiveM|m)(ax|in)imum$/.test(pointer);
  const problem = value === undefined ? unknownTag : scalarProblem(node, value, isLimit);
  if (problem !== undefined) addValueProblem(state, pointer, problem);
  return value === undefined || (typeof value === "number" && !Number.isFinite(value))
    ? null
    : value;
}

/** Why not every parser reads a scalar as this value. Limits may be the nearest number. */
function scalarProblem(
  { style, value: text }: ScalarNode,
  value: JsonValue,
  isLimit: boolean,
): string | undefined {
  // The parser takes a number that is too large for a string.
  const isPlain = style === SCALAR_STYLE.PLAIN;
  const isInfinite = isPlain && value === text && /^[-+]?\d*\.?\d+e\+?\d+$/i.test(text);
  if (isInfinite || (typeof value === "number" && !Number.isFinite(value)))
    return `${text} is not a JSON number: write another one`;
  if (typeof value === "number") {
    const isLost = !isLimit && !Number.isSafeInteger(value) && String(value) !== text;
    if (isLost && /^[-+]?(\d+|0[xo][\da-f]+)$/i.test(text))
      return `${text} is beyond 2^53, where JSON numbers lose digits: write a smaller one`;
  }
  // A number or a string, depending on the parser.
  if (isPlain && /^[-+]?(0[bo][0-7_]+|0\d+|\d[\d_]*_[\d_]*(\.\d*)?)$/.test(text))
    return (
      `${text} is not read the same by every parser: ` +
      "put a string in quotes, or write a decimal number"
    );
  if (typeof value === "string" && (value.includes("\0") || !value.isWellFormed()))
    return "this string has NUL or half of a surrogate pair: correct the escape";
  return undefined;
}

/** The members of an object, merged ones first. */
function membersOf(
  state: ParseState,
  { items }: MappingNode,
  pointer: string,
  depth: number,
): [string, JsonValue][] {
  const [merge, second] = items.filter(isMerge);
  if (second !== undefined)
    addProblem(state, second.key, pointer, "this is a second <<: write one, with an array");
  // The first of several sources wins.
  const sources = merge
    ? [readNode(state, merge.value, pointer, depth + 1)].flat().toReversed()
    : [];
  if (merge && !sources.every(isObject))
    addProblem(state, merge.key, pointer, "<< takes an alias of an object, or an array of them");
  const merged = sources.flatMap((source) => Object.entries(source ?? {}) as [string, JsonValue][]);
  if (merge)
    for (const [name] of merged)
      state.places?.set(appendPointer(pointer, name), state.offsetOf(merge.key));
  const own = new Map<string, JsonValue>();
  for (const { key, value } of items.filter((each) => !isMerge(each))) {
    const name = nameOf(state, key, pointer);
    if (name === undefined) continue;
    const at = appendPointer(pointer, name);
    if (own.has(name))
      addProblem(state, key, at, "this name occurs twice in one object: remove one");
    state.places?.set(at, state.offsetOf(key));
    const read = readNode(state, value, at, depth + 1);
    if (name === "$ref" && read === null) addProblem(state, key, at, openReference);
    own.set(name, read);
  }
  return [...merged, ...own];
}

/** The name of a member, as every parser reads it. */
function nameOf(state: ParseState, key: YamlNode, pointer: string): string | undefined {
  const here = (message: string): undefined => {
    addProblem(state, key, pointer, message);
  };
  if (key.kind !== "scalar")
    return here(
      "the name of a member is not a string: put it in quotes; fill in a template's {{ }} first",
    );
  const value = scalarOf(key);
  if (/^[^\S ]|\u200B/.test(key.value)) return here(oddSpace);
  if (typeof value === "string")
    return readScalar(state, key, pointer) === null ? undefined : value;
  if (value === null || String(value) !== key.value)
    return here(
      `the name ${key.value || "of a member"} is not read the same by every parser: ` +
        "put it in quotes",
    );
  return key.value;
}
