// Syntax highlighting at build time and in the page, by one rule for the few languages of these
// pages. It uses classes, as the strict policy requires.
import { escapeHtml } from "../text/escape.ts";

const rule = new RegExp(
  [
    /(?<property>"(?:[^"\\]|\\.)*"(?=\s*:)|[\w$]+(?=: ))/,
    /(?<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/,
    /(?<keyword>\b(?:curl|const|await|new|import|from|print|return|true|false|null|type)\b)/,
    /(?<number>-?\b\d[\d.eE+-]*)/,
    /(?<continuation> \\$)/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gm",
);

/** The text as highlighted HTML. */
export function highlight(text: string): string {
  let html = "";
  let done = 0;
  for (const match of text.matchAll(rule)) {
    const [found] = match;
    const kind = Object.keys(match.groups ?? {}).find((name) => match.groups?.[name] !== undefined);
    const before = escapeHtml(text.slice(done, match.index));
    html += `${before}<span class="token ${kind}">${breakable(found)}</span>`;
    done = match.index + found.length;
  }
  return html + escapeHtml(text.slice(done));
}

/** A text as a block of code, by default highlighted. */
export function codeHtml(text: string, label: string, html: string = highlight(text)): string {
  return `<pre class="code" tabindex="0" aria-label="${label}"><code>${html}</code></pre>`;
}

/** A URL may break after a slash or before a part of its query, and not within one. */
function breakable(text: string): string {
  return escapeHtml(text)
    .replaceAll("/", "/<wbr>")
    .replace(/\?.*/, (query) => query.replace(/(\?|&amp;)[^&]*/g, '<span class="piece">$&</span>'));
}
