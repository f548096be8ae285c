import type { Operation } from "@workflow-api/contract";
import type { Answer, Case, Target } from "../case.ts";
import type { Finding } from "../finding.ts";
import { NoAnswer } from "../http-target.ts";
import type { Result } from "../report/report.ts";
import { type Judging, judgedResult } from "./result-of.ts";
import { createSender, type RunOptions, type Sent } from "./run-cases.ts";

interface Run extends RunOptions, Judging {
  readonly target: Target;
}

/** What the comparison of an operation is called in reports and by `--only`. */
export function headTitle({ operationId }: Operation): string {
  return `${operationId} HEAD as GET`;
}

/**
 * Holds the answer to a HEAD to that of the same GET (RFC 9110, section 9.3.2), of each GET that succeeded. Whether there
 * is a HEAD is the server's own business.
 */
export async function compareHeads(run: Run, sent: readonly Sent[]): Promise<Result[]> {
  const ask = createSender(run);
  const results: Result[] = [];
  for (const get of sent.map(({ one }) => one)) {
    if (run.interrupted?.aborted === true) break;
    const head = headOf(get);
    if (head === undefined) continue;
    const result = resultOf(run, await ask(get), await ask(head), await ask(get));
    if (result !== undefined) results.push(result);
  }
  return results;
}

function headOf(get: Case): Case | undefined {
  const { operation, request } = get;
  if (operation === undefined) return undefined;
  const { pointer } = operation;
  return {
    ...get,
    title: headTitle(operation),
    group: "method",
    pointer,
    request: { ...request, method: "HEAD" },
  };
}

/** @returns `undefined`: there is no HEAD, or what a GET gets is not the same twice. */
function resultOf(run: Run, { came: before }: Sent, head: Sent, { came: after }: Sent): Result | undefined {
  if (before instanceof NoAnswer || after instanceof NoAnswer || before.status !== after.status)
    return undefined;
  if (head.came instanceof NoAnswer || head.came.status === before.status)
    return judgedResult(run, head, (came) => differences(before, came, after, head.one.pointer));
  return hasFailed(head.came) ? judgedResult(run, head, (came) => [failure(came, head.one)]) : undefined;
}

/** Whether a server has failed at a HEAD, which it may say that it does not have (501). */
function hasFailed({ status }: Answer): boolean {
  return status >= 500 && status !== 501;
}

function failure({ status }: Answer, { pointer }: Case): Finding {
  const message = `A HEAD got ${status} where the same GET succeeds.`;
  return { name: "not_a_server_error", message, pointer };
}

/** Where the answer to a HEAD says another thing than those of the GETs around it, which say the same. */
function differences(before: Answer, came: Answer, after: Answer, pointer: string): Finding[] {
  return ["Content-Length", "Content-Type", "ETag"].flatMap((name): Finding[] => {
    const [own, other] = [fieldOf(before, name), fieldOf(after, name)];
    const value = headerOf(came, name);
    if (value === undefined || own !== other || value === own) return [];
    const message = `The answer to a HEAD has another ${name} than that of the same GET (RFC 9110, 9.3.2): ${value}, and not ${own ?? "none"}.`;
    return [{ name: "response_headers_conformance", message, pointer }];
  });
}

/** What comes in pieces has no length but that of its bytes. */
function fieldOf(answer: Answer, name: string): string | undefined {
  const value = headerOf(answer, name);
  const isCounted = name === "Content-Length" && value === undefined && answer.isUtf8 !== false;
  return isCounted ? String(Buffer.byteLength(answer.body)) : value;
}

function headerOf({ headers }: Answer, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return name === "Content-Type" ? value?.toLowerCase() : value;
}
