import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  Scalar,
  visit,
  type YAMLError,
  type YAMLMap,
} from "yaml";
import { appendPointer, isObject, type JsonObject, type JsonValue, parsePointer } from "./json.ts";
import type { SourceLocation } from "./model.ts";
import { ContractError, type Problem } from "./profile/contract-error.ts";

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

/** The reader below finds repeated keys: the parser compares each key with all before it. */
const parse = (text: string, lines: LineCounter): Document.Parsed =>
  parseDocument(text, { lineCounter: lines, merge: true, prettyErrors: false, uniqueKeys: false });

/**
 * Parses the text of a file without checking its content.
 *
 * @throws {ContractError} It is no YAML, or it would not be read the same by every parser.
 */
export function parseSource(file: string, text: string): Source {
  const refuse: Refuse = (message, location) => {
    const place = { file, line: 1, column: 1, pointer: "", ...location };
    throw new ContractError([{ message, location: place }]);
  };
  const [mistake] = mistakes.filter(({ form }) => form.test(text));
  if (mistake !== undefined)
    refuse(mistake.message, lineOf(text, mistake.form.exec(text)?.index ?? 0));
  // JSON files are also read by JSON parsers.
  const notJson = /\.json$/i.test(file) ? jsonProblem(text) : undefined;
  if (notJson?.at !== undefined) refuse(notJson.message, lineOf(text, notJson.at));
  const lines = new LineCounter();
  const parsed = parsedOrRefused(text, lines, refuse);
  const [first] = [...parsed.errors, ...parsed.warnings];
  // Errors after the first are often only its consequences.
  if (first !== undefined) {
    const { at, message } = explain(first, parsed, text);
    refuse(notJson?.message ?? message, placeOf(lines, at));
  }
  if (notJson !== undefined) refuse(notJson.message);
  const version = parsed.directives?.yaml;
  if (version?.explicit && version.version !== "1.2")
    refuse(
      `this is YAML ${version.version}: remove the line %YAML, so that it is read as YAML 1.2`,
    );
  const reading: Reading = { parsed, lines, problems: [], anchors: new Map(), size: 0, file };
  const document = readNode(reading, parsed.contents, "", 0);
  if (reading.problems.length > 0) throw new ContractError(reading.problems);
  if (!isObject(document))
    return refuse('the file holds no object: a contract begins with "openapi: 3.1.1"');
  return { file, text, document };
}

type Refuse = (message: string, location?: Partial<SourceLocation>) => never;

/** Common mistakes that no parser explains. */
const mistakes: readonly { readonly form: RegExp; readonly message: string }[] = [
  { form: /^\uFEFF?\s*$/, message: "the file is empty" },
  {
    form: /^\uFEFF?\s*<(?!<)/,
    message: "this is a page of HTML or XML: save the contract itself",
  },
  { form: /^<{7}(?= |$)/m, message: "a merge conflict begins here: resolve it" },
  {
    form: /^(={7}|>{7}|\|{7})(?= |\r?$)/m,
    message: "this is left over from a merge conflict: remove it",
  },
  {
    form: /^ *[\u00A0\u200B\u202F][\s\u200B]*[\w$-]+:/m,
    message: "this line begins with a space that is no plain one: write it again",
  },
  {
    form: /\r(?!\n)/,
    message: "this line ends with a carriage return alone: save the file with line feeds",
  },
  {
    // Characters that are not printable in YAML 1.2 (5.1), and unpaired surrogates.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are searched for.
    form: /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x84\x86-\x9F\uFFFE\uFFFF]|\p{Cs}/u,
    message: "this line has a control character: remove it, or write it as \\u and its number",
  },
];

const noColon =
  "this line has no colon after a name: add it, or indent the line if it continues the one above";
const openQuote = "a string in quotes does not end";
const reference = "# begins a comment here: put the reference in quotes";

/** Plain words for the most common errors of the parser. */
const texts: Readonly<Record<string, string>> = {
  MULTIPLE_DOCS: "a file holds one document, and a second one begins here",
  BLOCK_AS_IMPLICIT_KEY: "this line has a second colon: put the string in quotes",
  BAD_SCALAR_START: "a string that begins with this character must be in quotes",
  BAD_ALIAS: "an alias has no name: put a string that begins with * in quotes",
  TAG_RESOLVE_FAILED: "not every parser knows this tag: remove it, or put the string in quotes",
  "Unexpected scalar at node end":
    "a string that begins with a quote, *, &, [ or { must be in quotes as a whole; or one before it does not end",
  UNEXPECTED_TOKEN: "this cannot stand here: put a string that begins with -, > or | in quotes",
  TAB_AS_INDENT: "this line is indented with a tab: use spaces",
  BAD_INDENT:
    "this line is not indented as what it belongs to, or a bracket before it is not closed",
  MULTILINE_IMPLICIT_KEY: noColon,
  "Implicit map keys need to be followed by map values": noColon,
  BAD_DQ_ESCAPE: "in double quotes a backslash begins an escape: use single quotes",
  'Missing closing "quote': openQuote,
  "Missing closing 'quote": openQuote,
  RESOURCE_EXHAUSTION: `objects and arrays are nested deeper than ${mostDepth}`,
};

/** An error of the parser in plain words, and the place of its cause. */
function explain(
  { code, message, pos: [at] }: YAMLError,
  parsed: Document.Parsed,
  text: string,
): { readonly message: string; readonly at: number } {
  const plain = texts[message] ?? texts[code] ?? message;
  const comment = /^[^"'#\n]*\{[^"'#\n]*\$ref: #/m.exec(text.slice(0, at));
  if (comment !== null) return { message: reference, at: comment.index };
  const line = text.slice(text.lastIndexOf("\n", at - 1) + 1).split("\n", 1)[0] ?? "";
  if (code === "BLOCK_AS_IMPLICIT_KEY" && !/: .*:( |$)/.test(line))
    return { message: "the line after this one is indented deeper: indent both alike", at };
  if (plain !== openQuote) return { message: plain, at };
  // An unterminated string is the last one in the file.
  const starts: number[] = [];
  visit(parsed, { Scalar: (_, { range }) => void starts.push(range?.[0] ?? 0) });
  return { message: plain, at: starts.at(-1) ?? at };
}

function parsedOrRefused(text: string, lines: LineCounter, refuse: Refuse): Document.Parsed {
  try {
    return parse(text, lines);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return refuse(`objects and arrays are nested deeper than ${mostDepth}`, deepest(text));
  }
}

/** YAML syntax that JSON lacks, by its first character. */
const notInJson: Readonly<Record<string, string>> = {
  '"': `${openQuote}, or a backslash in it begins no escape`,
  ",": "JSON has no comma before a closing bracket: remove it",
  "/": "JSON has no comments: remove it",
  "#": "JSON has no comments: remove it",
};

/** Why a text is not JSON, though it may be YAML, and where, if a word of it is the reason. */
function jsonProblem(text: string): { readonly message: string; readonly at?: number } | undefined {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ""));
    return undefined;
  } catch (error) {
    const tokens =
      /\s*("([^"\\\n]+|\\.)*"|-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?(?![\w.])|true|false|null|[[\]{}:]|,(?!\s*[\]}]))/gy;
    const end = [...text.matchAll(tokens)].reduce((sum, [token]) => sum + token.length, 0);
    const [sign] = text.slice(end).trimStart();
    if (sign === undefined)
      return { message: `this is not JSON: ${error instanceof Error ? error.message : ""}` };
    const message =
      notInJson[sign] ?? "JSON has names and strings in double quotes, and plain numbers";
    return { message, at: text.indexOf(sign, end) };
  }
}

/** Roughly where a text is nested too deep for the parser. */
function deepest(text: string): Partial<SourceLocation> {
  let depth = 0;
  for (const { 0: sign, index } of text.matchAll(/[[{\]}]|^ {500,}\S/gm)) {
    depth += sign === "]" || sign === "}" ? -1 : 1;
    if (depth > mostDepth || sign.length > 1) return lineOf(text, index);
  }
  return {};
}

function lineOf(text: string, offset: number): Pick<SourceLocation, "line" | "column"> {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function placeOf(lines: LineCounter, offset: number): Pick<SourceLocation, "line" | "column"> {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
}

interface Reading {
  readonly parsed: Document.Parsed;
  readonly lines: LineCounter;
  readonly file: string;
  readonly problems: Problem[];
  /** The value of each anchor so far, and its size. Open: it is being read. */
  readonly anchors: Map<string, { readonly value: JsonValue; readonly size: number } | "open">;
  /** How many values there are so far, counting aliases each time. */
  size: number;
}

function report(reading: Reading, node: unknown, pointer: string, message: string): null {
  const offset = (node as Node | undefined)?.range?.[0] ?? 0;
  const location = { file: reading.file, ...placeOf(reading.lines, offset), pointer };
  reading.problems.push({ message, location });
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
    return report(reading, node, pointer, texts["TAG_RESOLVE_FAILED"] ?? "");
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
      `*${node.source} has no anchor before it: write the value itself, or put a string that begins with * in quotes`,
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
      `${source} is not read the same by every parser: put a string in quotes, or write a decimal number`,
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
    if (name === "$ref" && value === null) report(reading, pair.key, at, reference);
    own.set(name, value);
  }
  return [...merged, ...own];
}

/** The parser represents an unquoted `<<` as a symbol. */
function isMerge({ key }: Pair): boolean {
  return isScalar(key) && typeof key.value === "symbol";
}

/** The name of a member, as every parser reads it. */
function nameOf(reading: Reading, key: unknown, pointer: string): string | undefined {
  const here = (message: string): undefined => {
    report(reading, key, pointer, message);
  };
  if (!isScalar(key))
    return here(
      "the name of a member is not a string: write it out, in quotes; fill in a template's {{ }} first",
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

/**
 * Finds lines. The syntax tree is many times larger than the text and rarely needed, so it is built
 * on demand and then released.
 */
export function createLocator({ file, text }: Source): (pointer: string) => SourceLocation {
  let cached: WeakRef<Tree> | undefined;
  const readTree = (): Tree => {
    const lines = new LineCounter();
    const tree = { parsed: parse(text, lines), lines };
    cached = new WeakRef(tree);
    return tree;
  };
  return (pointer) => {
    const { lines, parsed } = cached?.deref() ?? readTree();
    let place: Place = { node: parsed.contents, offset: 0, isAliased: false };
    const reached: string[] = [];
    for (const token of parsePointer(pointer)) {
      const next = step(parsed, place, token);
      if (next === undefined) break;
      place = next;
      reached.push(token);
    }
    return { file, ...placeOf(lines, place.offset), pointer: appendPointer("", ...reached) };
  };
}

interface Tree {
  readonly parsed: Document.Parsed;
  readonly lines: LineCounter;
}

/**
 * A node of the syntax tree, and its offset in the text: for the content of an alias, that of the
 * alias.
 */
interface Place {
  readonly node: unknown;
  readonly offset: number;
  readonly isAliased: boolean;
}

function step(parsed: Document.Parsed, from: Place, token: string): Place | undefined {
  const { node } = from;
  const placed = (found: unknown, key: unknown): Place => {
    const start = (key as Node | null)?.range?.[0] ?? from.offset;
    const target = isAlias(found) ? found.resolve(parsed) : found;
    const isAliased = from.isAliased || isAlias(found);
    return { node: target, offset: from.isAliased ? from.offset : start, isAliased };
  };
  if (isSeq(node)) {
    const item = node.items[Number(token)];
    return item === undefined ? undefined : placed(item, item);
  }
  if (!isMap(node)) return undefined;
  const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === token);
  if (pair) return placed(pair.value, pair.key);
  const merged = node.items.filter(isMerge).flatMap(({ key, value }) => {
    const sources = isSeq(value) ? value.items : [value];
    return sources.flatMap((source) => {
      const { node: inside, offset } = placed(source, key);
      return step(parsed, { node: inside, offset, isAliased: true }, token) ?? [];
    });
  });
  return merged[0];
}
