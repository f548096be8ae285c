// The only place where text of the contract enters another language: HTML, JSON in a page, and
// URLs. `markdown.ts` renders Markdown, and `twin.ts` writes it.

/** A string as the text of an element, or as the value of an attribute in double quotes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** A value as the JSON of a script element, safe against `</script>`. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

/** A URL that is safe in a link. `undefined`: it is no URL, or would run a script. */
export function linkTarget(url: string): string | undefined {
  const { protocol } = URL.parse(url, "https://relative.invalid") ?? {};
  return /^(https?|mailto):$/.test(protocol ?? "") ? url : undefined;
}
