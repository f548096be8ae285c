import {
  type Contract,
  createRedactor,
  type HttpRequest,
  requestTarget,
} from "@workflow-api/contract";
import { type MockAnswer, whyOf } from "./answer.ts";
import { type Controls, createControls } from "./controls.ts";
import { createEngine } from "./engine.ts";
import { createJournal, type Journal } from "./journal.ts";
import type { Problem } from "./problem.ts";
import { problemAnswer, respond } from "./respond.ts";

/** A mock of the service that a contract describes: requests in, responses out, no socket. */
export interface Mock {
  readonly contract: Contract;
  readonly controls: Controls;
  readonly journal: Journal;
  /** Responds to any request, after the delay that was asked for. */
  answer(request: HttpRequest): Promise<MockAnswer>;
}

/**
 * Creates a mock of a contract. The first response loads Prism.
 *
 * @param parts - What it takes over from its predecessor when the contract changes.
 */
export function createMock(
  contract: Contract,
  parts: Partial<Pick<Mock, "controls" | "journal">> = {},
): Mock {
  const { controls = createControls(() => contract), journal = createJournal(() => contract) } =
    parts;
  const engine = createEngine(contract);
  const context = { contract, controls, engine, redactor: createRedactor(contract) };
  const known = new Map<string, MockAnswer | undefined>();
  const keyOf = createKey(contract);
  if (parts.journal === undefined) controls.onReset(journal.clear);
  return {
    contract,
    controls,
    journal,
    async answer(request) {
      const started = performance.now();
      // The same request gets the same response, unless it asks for another or a sequence waits.
      const isPlain = controls.isIdle() && request.headers["prefer"] === undefined;
      const key = isPlain && request.body.length <= longestKnown ? keyOf(request) : "";
      const remembered = known.get(key);
      const answered = remembered ?? (await respond(context, request).catch(failedAnswer));
      if (key !== "" && remembered === undefined) {
        if (known.size >= mostKnown) known.clear();
        // A response is kept from the second time on: most distinct requests come once.
        known.set(key, known.has(key) ? answered : undefined);
      }
      const answer = await control(controls, answered);
      journal.record(request, answer, started);
      return answer;
    },
  };
}

/** How many responses are remembered, and the longest body of a request that is, in characters. */
const mostKnown = 1000;
const longestKnown = 4000;

/** Everything in a request that decides its response, as one string. */
function createKey({ operations, securitySchemes }: Contract): (request: HttpRequest) => string {
  const parameters = operations.flatMap((operation) =>
    operation.parameters.filter((each) => each.in === "header"),
  );
  const deciding = [
    ...parameters.map(({ name }) => name),
    ...securitySchemes.map(({ header }) => header),
  ];
  const names = new Set(["accept", "content-type", ...deciding.map((name) => name.toLowerCase())]);
  return (request) => {
    const { body, headers, method } = request;
    let head = `${method} ${requestTarget(request)}`;
    for (const name of names) head += headers[name] === undefined ? "\n" : `\n:${headers[name]}`;
    return `${head}\n${body}`;
  };
}

function failedAnswer(error: unknown): MockAnswer {
  const reason = error instanceof Error ? error.message : String(error);
  const detail = `Prism cannot make this response: ${reason}`;
  const title = "The response cannot be made";
  return problemAnswer({ status: 500, code: "engine", title, detail }, whyOf("refused"));
}

/** Applies the delays and failures that were asked for. */
async function control(controls: Controls, answer: MockAnswer): Promise<MockAnswer> {
  const { delay, failure } = controls.decide(answer.why.operation);
  if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
  if (failure === undefined) return answer;
  const why = whyOf("failed", answer.why);
  if (failure === "drop") return { ...answer, why, dropped: true };
  return problemAnswer({ ...askedFailure, status: failure }, why);
}

const askedFailure: Omit<Problem, "status"> = {
  code: "asked-failure",
  title: "A failure on request",
  detail: "--fail or /__mock/ asked for it. It says nothing about the request.",
};
