import { curlOf } from "../curl.ts";
import { standInsFor } from "../stand-ins.ts";
import type { Break } from "./break.ts";

/** Longer bodies are cut: they are to be looked at. */
const longest = 1500;

/**
 * A witness as text: a request as the command that sends it to `$BASE_URL`, an answer as it travels, after the line of
 * its request. What the service sends travels to an address that the contract does not have.
 */
export function witnessText({ answer, operationId, request, schemes, sender, server }: Break): string {
  if (answer === undefined && sender === "caller")
    return curlOf(server ?? "$BASE_URL", request, standInsFor(schemes));
  const line = `${request.method} ${sender === "caller" ? request.target : `(${operationId})`}`;
  if (answer === undefined) return messageOf([line], request.headers, request.body);
  return messageOf([line, "", `${answer.status}`], answer.headers, answer.body);
}

function messageOf(start: readonly string[], headers: Readonly<Record<string, string>>, body = ""): string {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const shown = body.length > longest ? `${body.slice(0, longest)}…` : body;
  return [...start, ...fields, "", shown].join("\n").trimEnd();
}
