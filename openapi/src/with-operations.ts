import {
  Document,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  YAMLMap,
  type YAMLSeq,
} from "yaml";

/** A text to put into another one, at an offset. */
interface Insertion {
  readonly offset: number;
  readonly text: string;
}

/**
 * Merges the `paths`, `components` and `tags` of a fragment into the text of a contract. Members that the contract
 * lacks are inserted behind those that it has; every other character of the contract stays as it is.
 *
 * @throws {Error} if a text is not YAML, or if the fragment would change a value of the contract.
 */
export function withOperations(contractText: string, fragmentText: string): string {
  const insertions = merge(
    contractText,
    parse(contractText, "contract"),
    parse(fragmentText, "fragment"),
    "",
  );
  return insertions
    .toSorted((a, b) => b.offset - a.offset)
    .reduce(
      (text, { offset, text: more }) => text.slice(0, offset) + more + text.slice(offset),
      contractText,
    );
}

function parse(text: string, what: string): Node | null {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error) {
    throw new Error(`The ${what} is not YAML: ${error.message}`);
  }
  return document.contents;
}

function merge(text: string, base: unknown, more: unknown, pointer: string): Insertion[] {
  if (isSeq(base) && isSeq(more) && !base.flow) {
    return [insertion(text, base, more)];
  }
  if (!isMap(base) || !isMap(more) || base.flow) {
    throw new Error(
      `The fragment cannot extend ${pointer}: only block maps and block lists can be extended.`,
    );
  }
  const present = more.items.filter((pair) => base.has(keyOf(pair)));
  const absent = more.items.filter((pair) => !base.has(keyOf(pair)));
  const deeper = present.flatMap((pair) =>
    merge(text, base.get(keyOf(pair), true), pair.value, `${pointer}/${keyOf(pair)}`),
  );
  // Of two insertions at one offset the later ends up in front, where what is deeper belongs.
  return absent.length === 0 ? deeper : [insertion(text, base, mapOf(absent)), ...deeper];
}

function keyOf(pair: Pair): string {
  return String(isScalar(pair.key) ? pair.key.value : pair.key);
}

function mapOf(pairs: readonly Pair[]): YAMLMap {
  const map = new YAMLMap();
  map.items.push(...pairs);
  return map;
}

function insertion(text: string, into: Node, addition: YAMLMap | YAMLSeq): Insertion {
  const indent = " ".repeat(columnOf(text, into.range?.[0] ?? 0));
  const lines = new Document(addition).toString({ lineWidth: 0 }).replaceAll(/^(?=.)/gm, indent);
  const end = endOf(into);
  const newline = text.indexOf("\n", end - 1);
  return newline < 0 ? { offset: text.length, text: `\n${lines}` } : { offset: newline + 1, text: lines };
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf("\n", offset - 1) + 1);
}

/** The offset behind the last character of a node, comments and blank lines behind it left out. */
function endOf(node: unknown): number {
  if (isPair(node)) {
    return isNode(node.value) ? endOf(node.value) : endOf(node.key);
  }
  const last = isCollection(node) && !node.flow ? node.items.at(-1) : undefined;
  return last === undefined && isNode(node) ? (node.range?.[1] ?? 0) : endOf(last);
}
