import { type AliasNode, type Node, VISIT_BREAK, visit } from "js-yaml";
import { appendPointer, parsePointer } from "./json.ts";
import type { SourceLocation } from "./model.ts";
import { isMerge, parseTree, type Tree } from "./syntax.ts";

interface File {
  /** As it was given, for messages. */
  readonly file: string;
  readonly text: string;
}

/** Finds the line and the column of an offset in a text. The lines are counted on demand. */
export function createLines(
  text: string,
): (offset: number) => Pick<SourceLocation, "line" | "column"> {
  let starts: readonly number[] | undefined;
  return (offset) => {
    starts ??= [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
    let [line, next] = [0, starts.length];
    // Halved each time: a large contract may have many problems.
    while (next - line > 1) {
      const middle = Math.floor((line + next) / 2);
      if ((starts[middle] ?? 0) <= offset) line = middle;
      else next = middle;
    }
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}

/**
 * Finds lines. The syntax tree is many times larger than the text and rarely needed, so it is built
 * on demand and then released.
 */
export function createLocator({ file, text }: File): (pointer: string) => SourceLocation {
  let cached: WeakRef<Tree> | undefined;
  const lineOf = createLines(text);
  const readTree = (): Tree => {
    const tree = parseTree(text);
    cached = new WeakRef(tree);
    return tree;
  };
  return (pointer) => {
    const tree = cached?.deref() ?? readTree();
    const node = tree.documents[0]?.contents ?? undefined;
    let place: Place = { node, offset: 0, isAliased: false };
    const reached: string[] = [];
    for (const token of parsePointer(pointer)) {
      const next = step(tree, place, token);
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
  readonly node: Node | undefined;
  readonly offset: number;
  readonly isAliased: boolean;
}

function step(tree: Tree, from: Place, token: string): Place | undefined {
  const { node } = from;
  const placed = (found: Node, key: Node): Place => {
    const isAlias = found.kind === "alias";
    return {
      node: isAlias ? targetOf(tree, found) : found,
      offset: from.isAliased ? from.offset : tree.offsetOf(key),
      isAliased: from.isAliased || isAlias,
    };
  };
  if (node?.kind === "sequence") {
    const item = node.items[Number(token)];
    return item && placed(item, item);
  }
  if (node?.kind !== "mapping") return undefined;
  const member = node.items.find(({ key }) => key.kind === "scalar" && key.value === token);
  if (member !== undefined) return placed(member.value, member.key);
  const merged = node.items.filter(isMerge).flatMap(({ key, value }) => {
    const sources = value.kind === "sequence" ? value.items : [value];
    return sources.flatMap((source) => {
      const { node: inside, offset } = placed(source, key);
      return step(tree, { node: inside, offset, isAliased: true }, token) ?? [];
    });
  });
  return merged[0];
}

/** What an alias refers to: the last node before it that has its anchor. */
function targetOf({ documents }: Tree, alias: AliasNode): Node | undefined {
  let target: Node | undefined;
  visit([...documents], (node) => {
    if (node === alias) return VISIT_BREAK;
    if (node.kind !== "alias" && node.anchor === alias.anchor) target = node;
    return undefined;
  });
  return target;
}
