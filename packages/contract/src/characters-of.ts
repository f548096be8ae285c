const letters = "abcdefghijklmnopqrstuvwxyz";
const plain = [...letters, ...letters.toUpperCase(), ..."0123456789"];
const printable = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(0x20 + index));

const known = new Map<string, readonly string[]>();

/**
 * Characters of a class of a pattern, such as `[^x]` or `\d`, the plainest first; of one that has none in ASCII only the
 * first. None: it has none at all.
 */
export function charactersOf(raw: string): readonly string[] {
  const found = known.get(raw) ?? findCharacters(new RegExp(`^${raw}$`, "u"));
  known.set(raw, found);
  return found;
}

function findCharacters(expression: RegExp): string[] {
  const found = [...new Set([...plain, ...printable])].filter((each) => expression.test(each));
  if (found.length > 0) return found;
  for (let step = 0; step <= 0x10ffff; step++) {
    // What comes first after ASCII are control characters.
    const character = String.fromCodePoint((step + 0xa1) % 0x11_0000);
    if (expression.test(character)) return [character];
  }
  return [];
}
