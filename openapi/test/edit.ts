import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";

/** A small edit of a contract: JSON Pointers to set, to drop, and to give another name. */
export interface Edit {
  readonly set?: Readonly<Record<string, unknown>>;
  readonly drop?: readonly string[];
  readonly rename?: Readonly<Record<string, string>>;
}

/** The text of a contract after an edit. */
export function applyEdit(text: string, { set = {}, drop = [], rename = {} }: Edit): string {
  const document = parseDocument(text);
  for (const [pointer, value] of Object.entries(set)) {
    document.setIn(pathOf(document, pointer), document.createNode(value));
  }
  for (const pointer of drop) {
    if (!document.deleteIn(pathOf(document, pointer))) throw new Error(`There is no ${pointer} to drop.`);
  }
  for (const [pointer, name] of Object.entries(rename)) renameKey(document, pathOf(document, pointer), name);
  return document.toString({ lineWidth: 0 });
}

/** The line of the key (or list item) that a JSON Pointer names, from 1. */
export function lineOf(text: string, pointer: string): number {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const path = pathOf(document, pointer);
  const holder = path.length === 0 ? undefined : document.getIn(path.slice(0, -1), true);
  const key = isMap(holder)
    ? holder.items.find((pair) => isScalar(pair.key) && pair.key.value === path.at(-1))?.key
    : document.getIn(path, true);
  return lines.linePos((key as Node | undefined)?.range?.[0] ?? 0).line;
}

function renameKey(document: Document, path: readonly (string | number)[], name: string): void {
  const holder = document.getIn(path.slice(0, -1), true);
  const pair = isMap(holder)
    ? holder.items.find(({ key }) => isScalar(key) && key.value === path.at(-1))
    : undefined;
  if (pair === undefined) throw new Error(`There is no ${path.join("/")} to rename.`);
  pair.key = document.createNode(name);
}

/** The reference tokens of a pointer, indexes of lists as numbers. */
function pathOf(document: Document, pointer: string): (string | number)[] {
  const path: (string | number)[] = [];
  for (const token of pointer.split("/").slice(1)) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    const holder = path.length === 0 ? document.contents : document.getIn(path, true);
    path.push(isSeq(holder) ? Number(key) : key);
  }
  return path;
}
