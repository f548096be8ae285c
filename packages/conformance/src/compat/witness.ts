import { parsePointer } from "@workflow-api/contract";
import { curlOf } from "../curl.ts";
import { standInsFor } from "../stand-ins.ts";
import type { Break } from "./break.ts";
import { excerptOf } from "./excerpt.ts";

/** Longer bodies are cut: they are to be looked at. */
const longest = 1500;

/**
 * A witness as text: a request as the command that sends it to `$BASE_URL`, an answer as it travels, after the line of
 * its request. Of a long answer as much is there as shows what is wrong with it; the `Break` has all of it. What the
 * service sends travels to an address that the contract does not have.
 */
export function witnessText(witness: Break): string {
  const { answer, operationId, request, schemes, sender, server } = witness;
  if (answer === undefined && sender === "caller")
    return curlOf(server ?? "$BASE_URL", request, standInsFor(schemes));
  const line = `${request.method} ${sender === "caller" ? request.target : `(${operationId})`}`;
  if (answer === undefined) return messageOf([line], request.headers, legible(request.body, witness));
  return messageOf([line, "", `${answer.status}`], answer.headers, legible(answer.body, witness));
}

function messageOf(
  start: readonly string[],
  headers: Readonly<Record<string, string>>,
  body: string,
): string {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [...start, ...fields, "", body].join("\n").trimEnd();
}

/** Shorter bodies are read at a glance. */
const glance = 100;

/** JSON with a line for each member, around the place that the reason names; any other body up to a length. */
function legible(body = "", { reason }: Pick<Break, "reason">): string {
  if (body.length <= glance) return body;
  const [, pointer = ""] = /^The body at (\/\S*) /.exec(reason) ?? [];
  try {
    return JSON.stringify(excerptOf(JSON.parse(body), parsePointer(pointer)), undefined, 2);
  } catch {
    return body.length > longest ? `${body.slice(0, longest)}…` : body;
  }
}
