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
  const text = legible(body);
  const shown = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return [...start, ...fields, "", shown].join("\n").trimEnd();
}

/** Shorter JSON is read at a glance. */
const glance = 100;

/** JSON with a line for each member; what is sent by a command stays as it is. */
function legible(body: string): string {
  if (body.length <= glance) return body;
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
}
