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
  // In some megabytes the search for secrets may take seconds, in which no deadline passes. What is cut off is far
  // behind what is shown.
  const text = redact(readText(body).slice(0, 2 ** 16), secrets);
  const shown = isError ? text.replace(/"(source|meta)".*/s, "…") : text;
  return shown.replace(/[\p{C}\p{Z}]+/gu, " ").slice(0, 100) || "(empty)";
}
