const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A text inside of HTML or XML; what XML 1.0 cannot hold is shown as a question mark. */
export function escapeMarkup(text: string): string {
  return text
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
    .replaceAll(/[^\t\n\r\x20-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "?");
}
