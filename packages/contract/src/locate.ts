import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
} from "yaml";
import { appendPointer, parsePointer } from "./json.ts";
import type { SourceLocation } from "./model.ts";
import { parseTree } from "./syntax.ts";

interface File {
  /** As it was given, for messages. */
  readonly file: string;
  readonly text: string;
}

/** Finds the line and the column of an offset in a text. The lines are counted on demand. */
export function createLines(
  text: string,
): (offset: number) => Pick<SourceLocation, "line" | "column"> {
  let counted: LineCounter | undefined;
  return (offset) => {
    counted ??= countLines(text);
    const { line, col: column } = counted.linePos(offset);
    return { line, column };
  };
}

function countLines(text: string): LineCounter {
  const counter = new LineCounter();
  counter.addNewLine(0);
  for (const { index } of text.matchAll(/\n/g)) counter.addNewLine(index + 1);
  return counter;
}

/**
 * Finds lines. The syntax tree is many times larger than the text and rarely needed, so it is built
 * on demand and then released.
 */
export function createLocator({ file, text }: File): (pointer: string) => SourceLocation {
  let cached: WeakRef<Document.Parsed> | undefined;
  const lineOf = createLines(text);
  const readTree = (): Document.Parsed => {
    const tree = parseTree(text);
    cached = new WeakRef(tree);
    return tree;
  };
  return (pointer) => {
    const parsed = cached?.deref() ?? readTree();
    let place: Place = { node: parsed.contents, offset: 0, isAliased: false };
    const reached: string[] = [];
    for (const token of parsePointer(pointer)) {
      const next = step(parsed, place, token);
      if (next === undefined) break;
      place = next;
      reached.push(token);
    }
    return { file, ...lineOf(place.offset), pointer: appendPointer("", ...reached) };
  };
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

/** The parser represents an unquoted `<<` as a symbol. */
export function isMerge({ key }: Pair): boolean {
  return isScalar(key) && typeof key.value === "symbol";
}
