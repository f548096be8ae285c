import type { Operation, Scenario } from "@workflow-api/contract";
import type { MockAnswer } from "../message.ts";
import { problemAnswer } from "../problem.ts";
import { type Behaviour, type Delay, type Failure, formatFailure } from "./behaviour.ts";
import { createJournal, type Journal } from "./journal.ts";
import { createRandom } from "./random.ts";

/** What is done with an answer. */
export interface Outcome {
  readonly answer: MockAnswer;
  /** How long it waits, in milliseconds. */
  readonly wait: number;
  /** Whether the connection is dropped instead. */
  readonly dropped: boolean;
}

/** What answers the next valid requests of an operation, whatever they match. */
export interface Sequence {
  /** The names of its scenarios, in order. */
  readonly scenarios: readonly string[];
  /** Whether it begins again after the last, until it is cleared. */
  readonly repeat: boolean;
}

/** How a mock server is started. */
export interface ControlOptions extends Behaviour {
  /** Of the delays and failures. Default: another one each time. */
  readonly seed?: number | undefined;
}

/** What the people who use a mock set while it runs. It is no state of the service: that has none here. */
export interface Controls {
  readonly journal: Journal;
  /** Whether a sequence is waiting for any operation. */
  readonly hasSequences: boolean;
  /** By operation. */
  readonly sequences: ReadonlyMap<string, Sequence>;
  /** The scenario that is next in an operation's sequence. It is then past. */
  next(operation: Operation): Scenario | undefined;
  /** A sequence of none clears the operation's. */
  setSequence(operationId: string, sequence: Sequence): void;
  /** The behaviour of everything, or of one scenario, named `operationId/name`. */
  behaviour(scope?: string): Behaviour;
  /** By `operationId/name`. */
  readonly behaviours: ReadonlyMap<string, Behaviour>;
  setBehaviour(behaviour: Behaviour, scope?: string): void;
  decide(answer: MockAnswer): Outcome;
  /** Everything as it was at the start. */
  reset(): void;
}

/** The controls of one mock server. */
export function createControls({
  delay,
  fail,
  seed = Math.random() * 2 ** 32,
}: ControlOptions = {}): Controls {
  const journal = createJournal();
  const sequences = new Map<string, Sequence>();
  const behaviours = new Map<string, Behaviour>();
  let general: Behaviour = { delay, fail };
  let random = createRandom(seed);
  const behaviour = (scope?: string): Behaviour =>
    scope === undefined ? general : { ...general, ...behaviours.get(scope) };
  return {
    journal,
    sequences,
    behaviours,
    behaviour,
    get hasSequences() {
      return sequences.size > 0;
    },
    next({ operationId, scenarios }) {
      const { scenarios: names = [], repeat = false } = sequences.get(operationId) ?? {};
      const [name, ...rest] = names;
      if (name === undefined) return undefined;
      if (repeat) rest.push(name);
      if (rest.length === 0) sequences.delete(operationId);
      else sequences.set(operationId, { scenarios: rest, repeat });
      return scenarios.find((scenario) => scenario.name === name);
    },
    setSequence(operationId, sequence) {
      if (sequence.scenarios.length === 0) sequences.delete(operationId);
      else sequences.set(operationId, sequence);
    },
    setBehaviour(changed, scope) {
      if (scope === undefined) general = changed;
      else if (Object.keys(changed).length === 0) behaviours.delete(scope);
      else behaviours.set(scope, changed);
    },
    decide(answer) {
      const { scenario, operationId } = answer;
      const now =
        behaviours.size === 0 || scenario === undefined
          ? general
          : behaviour(`${operationId}/${scenario.name}`);
      const fails = now.fail !== undefined && random() < now.fail.rate;
      const wait = now.delay === undefined ? 0 : within(now.delay, random());
      if (!fails || now.fail === undefined) return { answer, wait, dropped: false };
      return { answer: failed(answer, now.fail), wait, dropped: now.fail.kind === "drop" };
    },
    reset() {
      journal.clear();
      sequences.clear();
      behaviours.clear();
      general = { delay, fail };
      random = createRandom(seed);
    },
  };
}

function within({ min, max }: Delay, share: number): number {
  return min + Math.floor(share * (max - min + 1));
}

/** What is dropped is told of as what it would have been. */
function failed(insteadOf: MockAnswer, fail: Failure): MockAnswer {
  const asked = formatFailure(fail);
  const answer =
    fail.kind === "drop"
      ? insteadOf
      : problemAnswer(
          {
            status: fail.kind,
            code: "asked-failure",
            title: "A failure that was asked for",
            detail: `The mock was told to fail (${asked}), by --fail or at /__mock/, so that this says nothing of the request. Where that is not wanted any more, clear it there.`,
          },
          insteadOf.operationId,
        );
  return { ...answer, failure: { asked, insteadOf } };
}
