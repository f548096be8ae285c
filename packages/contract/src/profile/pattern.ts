/**
 * A regular expression with the flag `u`, which stands for one that is valid only without it. What
 * is neither stays as it is.
 */
export function unicodePattern(pattern: string): string {
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
