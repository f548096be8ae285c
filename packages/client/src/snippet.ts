import { readText } from "./media.ts";
import type { Body } from "./operation.ts";
import { redact } from "./secrets.ts";

/**
 * The beginning of a body, in one line, for a message. It ends where the internals of an error begin: its `source` and
 * `meta` (JSON:API, "Error Objects") may hold the request and a trace.
 *
 * @param secrets - What must not be shown.
 */
export function snippetOf(body: Body, isError: boolean, secrets: readonly string[]): string {
  const whole = readText(body);
  // In some megabytes the search for secrets may take seconds, in which no deadline passes.
  const start = redact(whole.slice(0, 2 ** 16), secrets);
  // Where it was cut, what is left of a credential would not be known for one.
  const text = whole[2 ** 16] ? start.slice(0, -(2 ** 14)) : start;
  const shown = isError ? text.replace(/"(source|meta)".*/s, "…") : text;
  return shown.replace(/[\p{C}\p{Z}]+/gu, " ").slice(0, 100) || "(empty)";
}
