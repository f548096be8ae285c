import { curlOf } from "../curl.ts";
import { standInsFor } from "../stand-ins.ts";
import type { Break } from "./break.ts";

/** Longer bodies are cut: they are to be looked at. */
const longest = 1500;

/**
 * A witness as text: a request as the command that sends it to `$BASE_URL`, an answer as it travels, after the line of
 * its request.
 */
export function witnessText({ answer, request, schemes, server }: Break): string {
  if (answer === undefined) return curlOf(server ?? "$BASE_URL", request, standInsFor(schemes));
  const headers = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}`);
  const body = answer.body.length > longest ? `${answer.body.slice(0, longest)}…` : answer.body;
  return [`${request.method} ${request.target}`, "", `${answer.status}`, ...headers, "", body]
    .join("\n")
    .trimEnd();
}
