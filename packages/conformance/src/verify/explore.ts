import type { Operation } from "@workflow-api/contract";
import type { CaseRequest, Target } from "../case.ts";
import { curlOf } from "../curl.ts";
import type { DeriveOptions } from "../derive-cases.ts";
import { exploreRequests } from "../explore-requests.ts";
import { NoAnswer } from "../http-target.ts";
import type { Result } from "../report/report.ts";
import { standInsFor } from "../stand-ins.ts";
import { type Judging, outcomeOf, pathOf, told, unanswered } from "./result-of.ts";
import { createPace } from "./run-cases.ts";

/** A server, and how it is tried at random. */
export interface Exploration extends Judging {
  readonly target: Target;
  readonly rate: number;
  /** How many random requests of each operation are tried. */
  readonly explore: number;
  readonly interrupted: AbortSignal | undefined;
}

/** What the random requests of an operation are called in reports and by `--only`. */
export function randomTitle({ operationId }: Operation): string {
  return `${operationId} random requests`;
}

/**
 * Tries random requests of an operation, and shrinks what fails to the smallest that does, unless it may write.
 * @returns `undefined`: it was interrupted.
 */
export async function exploreOperation(
  run: Exploration,
  operation: Operation,
  options: DeriveOptions,
): Promise<Result | undefined> {
  const { contract, exact, explore, interrupted } = run;
  const started = performance.now();
  const watched = watch(run);
  const found = await exploreRequests(contract, watched.target, {
    ...options,
    as: exact ? "mock" : "service",
    operations: [operation],
    runs: explore,
    shrink: operation.method === "GET" || operation.method === "HEAD",
  }).catch((error: unknown) => {
    if (error instanceof NoAnswer) return [];
    throw error;
  });
  if (interrupted?.aborted === true) return undefined;
  const duration = Math.round(performance.now() - started);
  const [first] = found;
  const lost = watched.lost();
  if (first === undefined && lost !== undefined) {
    const findings = [unanswered(lost.error, contract.locate(operation.pointer))];
    return { ...resultOf(run, operation, findings), curl: curlTo(run, lost.request), duration };
  }
  if (first === undefined) return { ...resultOf(run, operation, []), duration };
  const { answer, case: one, findings } = first;
  return {
    ...resultOf(run, operation, told(run, answer, findings)),
    part: one.broken?.part,
    expected: one.expected.statuses.join(" or "),
    status: answer.status,
    curl: curlTo(run, one.request),
    duration,
  };
}

interface Lost {
  readonly request: CaseRequest;
  readonly error: NoAnswer;
}

/**
 * A target that is given up with the first request that waits for an answer in vain: each further one would wait as long.
 * Where the server hangs up, the last request that it does so at is the smallest.
 */
function watch({ rate, target }: Exploration): {
  readonly target: Target;
  readonly lost: () => Lost | undefined;
} {
  let lost: Lost | undefined;
  let isGivenUp = false;
  const pace = createPace(rate);
  return {
    lost: () => lost,
    target: {
      send: async (exchange) => {
        if (lost !== undefined && isGivenUp) throw lost.error;
        await pace();
        try {
          return await target.send(exchange);
        } catch (error) {
          if (error instanceof NoAnswer) {
            isGivenUp = !error.isHangUp;
            // A server that has ended at a request is not there for the next one.
            if (lost === undefined || error.isHangUp) lost = { request: exchange.request, error };
          }
          throw error;
        }
      },
    },
  };
}

function curlTo({ baseUrl, credentials }: Judging, request: CaseRequest): string {
  return curlOf(baseUrl, request, standInsFor(Object.keys(credentials)));
}

function resultOf(run: Exploration, operation: Operation, findings: Result["findings"]): Result {
  const title = randomTitle(operation);
  const { file, line } = run.contract.locate(operation.pointer);
  return {
    title,
    group: "random",
    operationId: operation.operationId,
    file: pathOf(file),
    line,
    pointer: operation.pointer,
    part: undefined,
    outcome: outcomeOf(run, title, findings),
    findings,
    expected: "",
    status: undefined,
    reason: undefined,
    curl: "",
    isShortened: false,
    duration: 0,
  };
}
