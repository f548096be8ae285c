import {
  type Case,
  deriveOperationCases,
  type Failure,
  NoResponse,
} from "@workflow-api/conformance";
import type { Operation, SecurityScheme } from "@workflow-api/contract";
import type { VerifyReport } from "./reports/report.ts";
import { type EvaluatedResult, evaluate } from "./results/evaluate.ts";
import { weighed } from "./results/proof.ts";
import { summarize } from "./results/summary.ts";
import { adviceOn } from "./results/untried.ts";
import { explore } from "./sending/explore.ts";
import { markIntermittent, repeatFailures } from "./sending/intermittent.ts";
import {
  isExpectedToSucceed,
  limitsOf,
  orderedOperations,
  readsFirst,
  reasonNotToSend,
  selectedCases,
  usualConcurrency,
} from "./sending/order.ts";
import {
  isAccepted,
  isRead,
  type Outcomes,
  type Run,
  type SentRequest,
  Session,
} from "./sending/session.ts";
import { removeMade } from "./state/cleanup.ts";
import { type Control, Controls, useUp } from "./state/control.ts";
import { excuseReferences } from "./state/excuses.ts";
import { stateResults } from "./state/read-again.ts";

/** Checks a server against its contract: derives cases, sends them, and checks the responses. */
export async function verify(options: Run): Promise<VerifyReport> {
  const { secrets } = options;
  // Any security requirement will do.
  const hasSecret = ({ name }: SecurityScheme): boolean => secrets[name] !== undefined;
  const run = { ...options, data: { hasSecret, ...options.data } };
  const session = new Session(run);
  const controls = new Controls(session);
  const trial = new Verification(controls);
  run.onStart();
  const failure = await trial.run();
  const problem = failure ?? session.problem();
  const report = summarize(controls, trial.results(problem), problem);
  // What breaks here says nothing of the server.
  return trial.isBroken ? { ...report, conclusion: "inconclusive" } : report;
}

/** The cases of an operation, and what is not sent of them. */
interface OperationPlan {
  readonly operation: Operation;
  readonly control: Control;
  readonly cases: readonly Case[];
  readonly reasons: Map<Case, string>;
}

/** One run: the operations in their order, and the results so far. */
class Verification {
  readonly #controls: Controls;
  readonly #results = new Map<Operation, EvaluatedResult[]>();
  readonly #planned: OperationPlan[] = [];
  readonly #repeated = new Map<string, boolean>();
  /** Whether verify itself failed. */
  isBroken = false;

  constructor(controls: Controls) {
    this.#controls = controls;
  }

  /** @returns What all operations fail by, or why verify itself ended the run, in a sentence. */
  async run(): Promise<string | undefined> {
    const { session } = this.#controls;
    try {
      const operations = orderedOperations(session.run);
      const lasting = operations.filter(({ method }) => method !== "DELETE");
      for (const operation of lasting) await this.#controls.of(operation);
      for (const operation of lasting) await this.#plan(operation);
      const failure = await this.#commonFailure();
      if (failure === undefined)
        for (const planned of readsFirst(this.#planned)) await this.#tryOut(planned);
      for (const operation of operations)
        if (operation.method === "DELETE") await this.#tryDeletion(operation, failure);
      if (failure !== undefined) return failure;
      for (const planned of this.#planned) await this.#tryRobustness(planned);
      await removeMade(this.#controls);
      return undefined;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      this.isBroken = true;
      return `verify itself failed, which is no fault of the server: ${error.message}.`;
    }
  }

  /** The results in the order of the contract; what was not sent says why. */
  results(problem: string | undefined): EvaluatedResult[] {
    const late = "its operation responds too late, or takes too long as a whole";
    const { operations } = this.#controls.session.run.contract;
    const all = operations.flatMap((operation) => {
      const planned = this.#planned.find(({ control }) => control.operation === operation);
      const found = this.#results.get(operation) ?? [];
      const byTitle = new Map(found.map((each) => [each.testCase.title, each]));
      const ofCases = (planned?.cases ?? []).map(
        (testCase) =>
          byTitle.get(testCase.title) ??
          notSent(testCase, planned?.reasons.get(testCase) ?? problem ?? late),
      );
      const titles = new Set(planned?.cases.map(({ title }) => title));
      return [...ofCases, ...found.filter(({ testCase }) => !titles.has(testCase.title))];
    });
    return markIntermittent(all, this.#repeated);
  }

  /** What all valid requests fail by: every further case would fail by that, too. */
  async #commonFailure(): Promise<string | undefined> {
    const { known, session } = this.#controls;
    const sent = known.flatMap((control) => control.sent.slice(0, 1));
    if (sent.length > 0) return await commonFailure(this.#controls, sent);
    // Without secrets, no valid request was sent.
    const sendable = this.#planned.flatMap(({ cases, reasons }) =>
      cases.filter((testCase) => !reasons.has(testCase)),
    );
    const [first] = sendable.filter(({ request }) => isRead(request));
    const probe = first && (await session.send(first));
    return probe && silence(session, probe);
  }

  async #plan(operation: Operation): Promise<void> {
    const control = await this.#controls.of(operation);
    if (control === undefined) return;
    const { run } = this.#controls.session;
    const budget = { most: limitsOf(run, operation).cases, beyond: 0 };
    const cases = selectedCases(run, deriveOperationCases(control.base, budget));
    if (budget.beyond > 0) this.#controls.setBeyond(operation, cases.length, budget.beyond);
    const reasons = cases.map((each) => [each, reasonNotToSend(run, control, each)] as const);
    const known = reasons.filter(([, reason]) => reason !== "");
    this.#planned.push({ operation, control, cases, reasons: new Map(known) });
  }

  /** Deletes come last: the others need what is there. */
  async #tryDeletion(operation: Operation, failure: string | undefined): Promise<void> {
    if (failure === undefined) await this.#plan(operation);
    const planned = this.#planned.find((each) => each.operation === operation);
    if (planned !== undefined) await this.#tryOut(planned);
  }

  async #tryOut(planned: OperationPlan): Promise<void> {
    const { control } = planned;
    const { session } = this.#controls;
    const all = planned.cases.filter(({ group }) => group !== "robustness");
    const usual = control.needsOwn && control.resource === undefined ? refusalsFirst(all) : all;
    const results = await this.#send(planned, usual, usualConcurrency);
    if (control.sent.length === 0)
      control.sent.push(
        ...results
          .filter(({ testCase }) => isExpectedToSucceed(testCase))
          .flatMap(({ sent }) => (sent && isAccepted(sent) ? sent : [])),
      );
    else if (!isRead(control.operation) && results.length > 0 && control.sent.every(isAccepted)) {
      const after = await this.#controls.send(control);
      if (after !== undefined) control.sent.push(after);
    }
    const weighedResults = results.map((each) => weighed(control, each));
    const found = await excuseReferences(this.#controls, control, weighedResults);
    this.#add(control, found);
    if (session.problem() !== undefined) return;
    this.#add(control, await stateResults(this.#controls, control));
    this.#add(control, await explore(this.#controls, control, results.length === 0));
  }

  /** One by one, since a server may crash at one. */
  async #tryRobustness(planned: OperationPlan): Promise<void> {
    const unusual = planned.cases.filter(({ group }) => group === "robustness");
    this.#add(planned.control, await this.#send(planned, unusual, 1));
  }

  async #send(
    { control, reasons }: OperationPlan,
    cases: readonly Case[],
    most: number,
  ): Promise<EvaluatedResult[]> {
    const { session } = this.#controls;
    const outcomes: Outcomes = { sent: new Map(), reasons };
    const evaluated = (): EvaluatedResult[] =>
      [...outcomes.sent.values()].map((sent) => evaluate(session.run, sent));
    const sending = session.sendAll(
      cases.filter((each) => !reasons.has(each)),
      outcomes,
      {
        // What uses up its resource waits for another one.
        concurrency: control.needsOwn ? 1 : most,
        until: performance.now() + limitsOf(session.run, control.operation).time,
        bind: (testCase) => this.#controls.bind(control, testCase),
        onSent: (sent) => useUp(control, sent),
      },
    );
    // What was found before verify itself failed is reported.
    await sending.catch((error: unknown) => {
      this.#add(control, evaluated());
      throw error;
    });
    const found = evaluated();
    await repeatFailures(session, found, this.#repeated);
    return found;
  }

  #add({ operation }: Control, results: readonly EvaluatedResult[]): void {
    this.#results.set(operation, [...(this.#results.get(operation) ?? []), ...results]);
  }
}

/** What must be refused comes first: what succeeds may use up what the others need. */
function refusalsFirst(cases: readonly Case[]): Case[] {
  const isRight = ({ expected: { kind } }: Case): number =>
    Number(kind === "valid" || kind === "scenario");
  return cases.toSorted((a, b) => isRight(a) - isRight(b));
}

function notSent(testCase: Case, note: string): EvaluatedResult {
  const outcome = testCase.flaw === undefined ? "skipped" : "inconclusive";
  return { testCase, group: testCase.group, outcome, findings: [], note };
}

async function commonFailure(
  { known, session }: Controls,
  sent: readonly SentRequest[],
): Promise<string | undefined> {
  // What needs no credentials succeeds without them.
  const isRefused = sent.some(({ status }) => status === 401 || status === 403);
  const all = isRefused ? sent.filter(({ testCase }) => testCase.schemes.length > 0) : sent;
  const [first] = all;
  if (first === undefined || all.some(({ status }) => status !== first.status)) return undefined;
  if (first.status === undefined) {
    // A running server responds to an unknown path, too.
    const unknown = known
      .flatMap(({ base }) => deriveOperationCases(base))
      .find(({ expected, request }) => isRead(request) && expected.kind === "unknown");
    const isRunning = unknown && (await session.send(unknown))?.status !== undefined;
    return isRunning ? undefined : silence(session, first);
  }
  const advice = all.map((each) => adviceOn(session.run, each, false)).find((each) => each !== "");
  const which = isRefused ? " with credentials" : "";
  return advice && `Every valid request${which} got ${first.status}${advice}.`;
}

/** Why there is no response, in a sentence. `undefined`: there is one. */
function silence({ run }: Session, { received }: SentRequest): string | undefined {
  if (!(received instanceof NoResponse)) return undefined;
  const { failure, message } = received;
  return `No response came to ${message}.${adviceOnSilence(failure, run.baseUrl)}`;
}

function adviceOnSilence(failure: Failure, baseUrl: string): string {
  if (failure === "refused") return " Is the server running?";
  if (failure === "late") return " If it takes longer, raise --timeout.";
  const isPlain = failure === "closed" && baseUrl.startsWith("http:");
  return isPlain ? " If the port expects TLS, use an https URL." : "";
}
