import type { Contract } from "@workflow-api/contract";
import type { Target } from "../case.ts";
import { checkAnswer } from "../check-answer.ts";
import type { Credentials } from "../credentials.ts";
import { curlOf } from "../curl.ts";
import { NoAnswer } from "../http-target.ts";
import { kindOf } from "../report/failure-kinds.ts";
import type { Result } from "../report/report.ts";
import { createSender, isRead, type Sent } from "./run-cases.ts";
import { shorten } from "./shorten.ts";

/** More kinds of failures than these are reported as they were found. */
const mostKinds = 20;

interface Run {
  readonly contract: Contract;
  readonly target: Target;
  readonly baseUrl: string;
  readonly exact: boolean;
  readonly rate: number;
  readonly interrupted: AbortSignal | undefined;
}

/**
 * Makes the reproduction of a failure as small as it can be: for the first failure of each kind, by sending shorter
 * requests. What may write is never sent again, nor is what has to match a scenario.
 * @param results In the order of the cases.
 */
export async function shortenFailures(
  { baseUrl, contract, exact, interrupted, rate, target }: Run,
  standIns: Credentials,
  sent: readonly Sent[],
  results: readonly Result[],
): Promise<Result[]> {
  const ask = createSender({ rate, target });
  const byTitle = new Map(sent.map((each) => [each.one.title, each]));
  const seen = new Set<string>();
  const shortened = [...results];
  for (const [index, result] of results.entries()) {
    if (interrupted?.aborted) break;
    const { came, one } = byTitle.get(result.title) ?? {};
    if (result.outcome !== "failed" || one === undefined || came instanceof NoAnswer) continue;
    if (seen.has(kindOf(result)) || seen.size >= mostKinds) continue;
    if (!isRead(one.request) || (exact && one.expected.mock !== undefined)) continue;
    seen.add(kindOf(result));
    const wanted = result.findings.map(({ name }) => name).join();
    const shortest = await shorten(contract, one, async (request) => {
      const shorter = { ...one, request };
      const again = await ask(shorter);
      if (again.came instanceof NoAnswer) return false;
      const found = checkAnswer(shorter, again.came, { as: exact ? "mock" : "service" });
      return found.map(({ name }) => name).join() === wanted;
    });
    const curl = curlOf(baseUrl, shortest, standIns);
    shortened[index] = { ...result, curl, isShortened: curl !== result.curl };
  }
  return shortened;
}
