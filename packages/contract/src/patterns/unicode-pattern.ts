/**
 * A regular expression with the flag `u`, which stands for one that is valid only without it, or
 * with `(?i)` of other languages. What is neither stays as it is.
 */
export function unicodePattern(source: string): string {
  const pattern = withBothCases(source);
  if (patternError(pattern, "u") === undefined || patternError(pattern, "") !== undefined)
    return pattern;
  const rewritten = pattern.replaceAll(tokens, (token) => {
    if (token.length === 1) return `\\${token}`;
    if (token.startsWith("[")) return unicodeClass(token);
    return token.startsWith("\\") ? withoutEscape(token) : token;
  });
  return patternError(rewritten, "u") === undefined ? rewritten : pattern;
}

/** Why a text is no regular expression with these flags. `undefined`: it is one. */
export function patternError(pattern: string, flags: string): string | undefined {
  try {
    new RegExp(pattern, flags);
    return undefined;
  } catch (error) {
    return String(error).replace(/^.*\/u?: /, "");
  }
}

/** Properties, escapes, classes, quantifiers, and brackets alone. */
const tokens = /\\[pPu]\{[^}]*\}|\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\{\d+(?:,\d*)?\}|[{}\]]/g;

/** A hyphen beside an escape such as `\w` makes no range. */
function unicodeClass(text: string): string {
  return text
    .replaceAll(/(?<=\\[dswpDSWP])-(?!\])|-(?=\\[dswpDSWP])/g, "\\-")
    .replaceAll(/\\[\s\S]/g, (token) => (token === "\\-" ? token : withoutEscape(token)));
}

/** With the flag, only letters, digits and what has a meaning may be escaped. */
function withoutEscape(token: string): string {
  return /^\\[A-Za-z\d^$\\.*+?()[\]{}|/]/.test(token) ? token : token.slice(1);
}

/**
 * A pattern without `(?i)`, after which letters match in both cases up to the end of the group. One
 * with a class of characters or a named group after it stays as it is.
 */
function withBothCases(pattern: string): string {
  const [before = "", after] = pattern.split("(?i)");
  if (after === undefined || /\[|\(\?</.test(after)) return pattern;
  let depth = 0;
  const cased = after.replaceAll(/\\.|[()a-z]/gi, (token) => {
    depth += token === "(" ? 1 : token === ")" ? -1 : 0;
    const isLetter = depth >= 0 && /^[a-z]$/i.test(token);
    return isLetter ? `[${token.toLowerCase()}${token.toUpperCase()}]` : token;
  });
  return before + cased;
}
