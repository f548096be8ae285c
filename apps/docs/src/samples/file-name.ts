/**
 * A name as a part of a file name: what is no letter, digit, `_` or `-` becomes `~` and its code point in
 * hexadecimal, so that no two names become one. The contract allows any characters in names.
 */
export function fileNamePart(name: string): string {
  return name.replaceAll(
    /[^\p{L}\p{N}_-]/gu,
    (character) => `~${(character.codePointAt(0) ?? 0).toString(16)}`,
  );
}
