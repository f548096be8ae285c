import type { AST } from "@eslint-community/regexpp";

// The code points that a part of a regular expression matches, as ECMA-262 defines it with the flag
// `u`. Other engines have other whitespace, other lines and other versions of Unicode.

/** The first and the last code points of a range. */
export type CodePointRange = readonly [first: number, last: number];

/** Ranges in ascending order, with others between them. */
export type CodePoints = readonly CodePointRange[];

const last = 0x10ffff;

function rangesOf(text: string): CodePointRange[] {
  return text.split(" ").map((range) => {
    const [first = 0, end = first] = range.split("-").map((each) => Number.parseInt(each, 16));
    return [first, end];
  });
}

const digits = rangesOf("30-39");
const wordCharacters = rangesOf("30-39 41-5a 5f 61-7a");
const lineEnds = rangesOf("a d 2028-2029");
const whitespace = rangesOf("9-d 20 a0 1680 2000-200a 2028-2029 202f 205f 3000 feff");

/** The code points of a character, `.`, an escape such as `\s`, or a class. */
export function codePointsOf(
  node: AST.Character | AST.CharacterSet | AST.CharacterClassRange | AST.ClassRangesCharacterClass,
): CodePoints {
  switch (node.type) {
    case "Character":
      return [[node.value, node.value]];
    case "CharacterClassRange":
      return [[node.min.value, node.max.value]];
    case "CharacterClass": {
      const found = union(node.elements.flatMap(codePointsOf));
      return node.negate ? complement(found) : found;
    }
    case "CharacterSet":
      return codePointsOfSet(node);
  }
}

function codePointsOfSet(node: AST.CharacterSet): CodePoints {
  if (node.kind === "any") return complement(lineEnds);
  if (node.kind === "property") return codePointsOfProperty(node.raw);
  const found = { digit: digits, space: whitespace, word: wordCharacters }[node.kind];
  return node.negate ? complement(found) : found;
}

function union(ranges: readonly CodePointRange[]): CodePoints {
  const found: [number, number][] = [];
  for (const [first, end] of ranges.toSorted(([a], [b]) => a - b)) {
    const previous = found.at(-1);
    if (previous !== undefined && first <= previous[1] + 1)
      previous[1] = Math.max(previous[1], end);
    else found.push([first, end]);
  }
  return found;
}

function complement(ranges: CodePoints): CodePoints {
  const starts = [0, ...ranges.map(([, end]) => end + 1)];
  const ends = [...ranges.map(([first]) => first - 1), last];
  return starts.flatMap((first, index) => {
    const end = ends[index] ?? last;
    return first <= end ? [[first, end] as const] : [];
  });
}

const ofProperties = new Map<string, CodePoints>();

/** What this runtime means by a property such as `\p{L}`. */
function codePointsOfProperty(property: string): CodePoints {
  const found = ofProperties.get(property) ?? searchProperty(property);
  ofProperties.set(property, found);
  return found;
}

/** All code points in blocks without the surrogates, whose halves would join. */
const blocks = [
  [0, 0xd7ff],
  [0xe000, 0xffff],
  ...Array.from({ length: 16 }, (_, index) => [(index + 1) << 16, ((index + 1) << 16) + 0xffff]),
] as const;

function searchProperty(property: string): CodePoints {
  const runs = new RegExp(`${property}+`, "gu");
  const found = blocks.flatMap(([first = 0, end = 0]) => {
    const size = first > 0xffff ? 2 : 1;
    const codes = Array.from({ length: end - first + 1 }, (_, index) => first + index);
    // Each block has code points of one size.
    return [...String.fromCodePoint(...codes).matchAll(runs)].map(({ 0: run, index }) => {
      const start = first + index / size;
      return [start, start + run.length / size - 1] as const;
    });
  });
  // No property distinguishes surrogates.
  const surrogates = new RegExp(property, "u").test("\ud800") ? [[0xd800, 0xdfff] as const] : [];
  return union([...found, ...surrogates]);
}
