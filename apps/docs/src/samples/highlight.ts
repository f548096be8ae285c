// Syntax highlighting at build time and in the page, for the few languages of these pages. It uses
// classes, as the strict policy requires.
import { escapeHtml } from "../escape.ts";

/** The languages that are highlighted. */
export type Syntax = "json" | "sh" | "ts" | "py";

const rules: Readonly<Record<Syntax, RegExp>> = {
  json: /(?<property>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*")|(?<number>-?\b\d[\d.eE+-]*)|(?<keyword>\b(?:true|false|null)\b)/g,
  sh: /(?<string>'(?:[^'\\]|\\.)*')|(?<property>\s--[a-z-]+)|(?<keyword>^\s*(?:curl|npm|npx)\b)/gm,
  ts: /(?<comment>\/\/.*$)|(?<string>"(?:[^"\\]|\\.)*"|`[^`]*`)|(?<keyword>\b(?:import|from|const|await|async|new|return|if|else|throw|true|false|null|undefined|type)\b)|(?<number>\b\d[\d_.]*\b)|(?<property>[\w$]+(?=:\s))/gm,
  py: /(?<string>"(?:[^"\\]|\\.)*")|(?<keyword>\b(?:import|print|from)\b)/g,
};

/** The text as highlighted HTML. */
export function highlight(text: string, syntax: Syntax): string {
  let html = "";
  let done = 0;
  for (const match of text.matchAll(rules[syntax])) {
    const [kind, found] = Object.entries(match.groups ?? {}).find(
      ([, value]) => value !== undefined,
    ) ?? ["", ""];
    html += `${escapeHtml(text.slice(done, match.index))}<span class="token ${kind}">${pieces(found)}</span>`;
    done = match.index + match[0].length;
  }
  return html + escapeHtml(text.slice(done));
}

/** A text as a highlighted block of HTML. */
export function codeHtml(text: string, syntax: Syntax, label: string): string {
  const code = `<code class="language-${syntax}">${highlight(text, syntax)}</code>`;
  return `<pre class="code" tabindex="0" aria-label="${label}">${code}</pre>`;
}

/** A URL may break after a slash or before its query, and not within it. */
function pieces(text: string): string {
  return escapeHtml(text)
    .replaceAll("/", "/<wbr>")
    .replace(/\?.*/, '<span class="piece">$&</span>');
}
