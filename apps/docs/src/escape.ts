// Text of the contract crosses into other languages here, and nowhere else: HTML, JSON in a page,
// and URLs. Markdown is rendered by `markdown.ts`, and written by `twin.ts`.

/** A string as the text of an element, or as the value of an attribute in double quotes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** The same, with what stands between backticks as code. */
export function inlineHtml(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}

/** A value as the JSON of a script element, which no string in it can end. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

/** A URL that a link may have. `undefined`: it is none, or would run as a script. */
export function linkTarget(url: string): string | undefined {
  const { protocol } = URL.parse(url, "https://relative.invalid") ?? {};
  return /^(https?|mailto):$/.test(protocol ?? "") ? url : undefined;
}

/** A slug that no other part of a page has. Two names may make one slug. */
export function uniqueSlug(name: string, taken: Set<string>): string {
  const slug = slugOf(name);
  let free = slug;
  for (let count = 2; taken.has(free); count++) free = `${slug}-${count}`;
  taken.add(free);
  return free;
}

/** A fragment or a segment of a URL, the same each time. */
export function slugOf(text: string): string {
  const slug = text.replace(/[^\p{L}\p{N}_]+/gu, "-").replace(/^-+|-+$/g, "");
  return slug.slice(0, 80) || "it";
}
