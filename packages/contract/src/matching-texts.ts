import { type AST, RegExpParser } from "@eslint-community/regexpp";
import { charactersOf } from "./characters-of.ts";

/** Repetitions beyond these are not written out: of what is repeated, and of what is repeated within that. */
const [mostRepeated, mostWithin] = [5000, 50];

/** So many ways through a pattern are taken for each length: half of them in order, half of them at random. */
const ways = 24;

/**
 * Texts that a pattern of JSON Schema matches, short ones first: a text goes through each class, alternative and
 * repetition of it by the same rule. A pattern that looks far ahead or behind may have none.
 * @param least How long a text should be at least, in characters.
 */
export function* matchingTexts(pattern: string, least = 0): Generator<string> {
  const parsed = parse(pattern);
  if (parsed === undefined) return;
  const expression = new RegExp(pattern, "u");
  const seen = new Set<string>();
  for (const way of waysThrough(least)) {
    const text = writeOut(parsed, way);
    // A long text that does not match may keep a pattern busy for ever.
    const around = way.further > 0 ? [] : [text.padEnd(least, "_"), text.padStart(least, "_"), `you${text}`];
    for (const each of [text, ...around]) {
      if (seen.has(each) || !expression.test(each)) continue;
      seen.add(each);
      yield each;
    }
  }
}

function* waysThrough(least: number): Generator<Way> {
  for (const further of [0, 1, 2, 3, least, 7, 15]) {
    for (let way = 0; way < ways; way++) {
      yield { way, further, isInline: false };
      yield { way, further, isInline: true };
    }
  }
}

function parse(pattern: string): AST.Pattern | undefined {
  try {
    return new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: true });
  } catch {
    return undefined;
  }
}

/** A way through a pattern. */
interface Way {
  /** Which of the characters and alternatives are taken. */
  readonly way: number;
  /** By how much each repetition that is within no other is more than the least. */
  readonly further: number;
  /** Whether what is looked for ahead or behind is written where it is looked for. */
  readonly isInline: boolean;
}

function writeOut(pattern: AST.Pattern, { further, isInline, way }: Way): string {
  const groups = new Map<AST.CapturingGroup, string>();
  let isWithin = false;
  const chosen = way < ways / 2 ? inOrder(way) : atRandom(way);
  const oneOf = ({ alternatives }: Pick<AST.Pattern, "alternatives">): string =>
    (alternatives[chosen(alternatives.length)]?.elements ?? []).map(write).join("");
  const write = (node: AST.Element): string => {
    switch (node.type) {
      case "Character":
        return String.fromCodePoint(node.value);
      case "CharacterClass":
      case "CharacterSet":
      case "ExpressionCharacterClass": {
        const characters = charactersOf(node.raw);
        return characters[chosen(characters.length)] ?? "";
      }
      case "CapturingGroup": {
        const text = oneOf(node);
        groups.set(node, text);
        return text;
      }
      case "Group":
        return oneOf(node);
      case "Quantifier": {
        const count = isWithin
          ? Math.min(node.min, mostWithin)
          : Math.min(node.min + further, node.max, mostRepeated);
        const around = isWithin;
        isWithin = true;
        const text = Array.from({ length: count }, () => write(node.element)).join("");
        isWithin = around;
        return text;
      }
      case "Backreference":
        return [node.resolved]
          .flat()
          .map((group) => groups.get(group) ?? "")
          .join("");
      case "Assertion":
        return isInline && "alternatives" in node && !node.negate ? oneOf(node) : "";
    }
  };
  return oneOf(pattern);
}

/** Chooses the first everywhere for 0, and what is next for each number above. */
function inOrder(way: number): (count: number) => number {
  let rest = way;
  return (count) => {
    const index = rest % count;
    rest = Math.floor(rest / count);
    return index;
  };
}

/** Chooses the same each time, all the same (a linear congruential generator). */
function atRandom(seed: number): (count: number) => number {
  let state = seed;
  return (count) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * count);
  };
}
