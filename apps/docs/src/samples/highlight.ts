// Colours for the few languages of these pages, in the page as when it is made: by classes, as the
// strict policy asks for.

/** What a text is written in. */
export type Syntax = "json" | "sh" | "ts" | "text";

const rules: Readonly<Record<Syntax, RegExp | undefined>> = {
  json: /(?<property>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*")|(?<number>-?\b\d[\d.eE+-]*)|(?<keyword>\b(?:true|false|null)\b)/g,
  sh: /(?<string>'(?:[^'\\]|\\.)*')|(?<property>\s--[a-z-]+)|(?<keyword>^\s*(?:curl|npm|npx)\b)/gm,
  ts: /(?<comment>\/\/.*$)|(?<string>"(?:[^"\\]|\\.)*"|`[^`]*`)|(?<keyword>\b(?:import|from|const|await|async|new|return|if|else|throw|true|false|null|undefined|type)\b)|(?<number>\b\d[\d_.]*\b)|(?<property>[\w$]+(?=:\s))/gm,
  text: undefined,
};

/** The text as HTML, coloured. */
export function highlight(text: string, syntax: Syntax): string {
  const rule = rules[syntax];
  if (rule === undefined) return escapeHtml(text);
  let html = "";
  let done = 0;
  for (const match of text.matchAll(rule)) {
    const [kind, found] = Object.entries(match.groups ?? {}).find(
      ([, value]) => value !== undefined,
    ) ?? ["", ""];
    html += `${escapeHtml(text.slice(done, match.index))}<span class="token ${kind}">${escapeHtml(found)}</span>`;
    done = match.index + match[0].length;
  }
  return html + escapeHtml(text.slice(done));
}

/** A text as it stands in HTML. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** A text whose only marks are those of code. */
export function inlineHtml(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}
