import type { Contract, Operation, Scenario } from "@workflow-api/contract";

/**
 * How long an answer waits, and how often it is a failure instead, as written on the command line.
 */
export interface Behaviour {
  /** Milliseconds such as `300`, or a range such as `300..900`. */
  readonly delay?: number | string | null | undefined;
  /** A share such as `5%` (status 503), `5%:500`, or `5%:drop` (the connection is dropped). */
  readonly fail?: string | null | undefined;
}

/** What answers the next valid requests of an operation, whatever they match. */
export interface Sequence {
  /** The names of its scenarios, in order. */
  readonly scenarios: readonly string[];
  /** Whether it begins again after the last, until it is cleared. */
  readonly repeat: boolean;
}

/**
 * What people set while a mock runs: by its page, by its API, and from code. It is no state of the
 * service, which has none.
 */
export interface Controls {
  /**
   * Lets scenarios answer the next valid requests of an operation, in order. None: as usual again.
   *
   * @throws {Error} There is no such operation or scenario; the message lists those that there are.
   */
  setSequence(
    operationId: string,
    scenarios: readonly string[],
    options?: { readonly repeat?: boolean },
  ): void;
  /**
   * Lets every answer wait or fail. What is left out is as usual again.
   *
   * @throws {Error} This is no delay or no share.
   */
  setBehaviour(behaviour: Behaviour): void;
  /** Makes everything as it was at the start; the requests so far are forgotten. */
  reset(): void;
  /** What is set, the sequences by operation. */
  settings(): {
    readonly sequences: Readonly<Record<string, Sequence>>;
    readonly behaviour: Behaviour;
  };
  /** Whether no operation has a sequence. */
  isIdle(): boolean;
  /** Takes the next scenario of an operation's sequence. */
  next(operation: Operation): Scenario | undefined;
  /**
   * How long the answer waits, in milliseconds, and the status or the dropped connection that is to
   * replace it.
   */
  decide(): { readonly delay: number; readonly failure: number | "drop" | undefined };
  /** Is told of {@link reset}. */
  onReset(listener: () => void): void;
}

/** How controls begin. */
export interface ControlOptions extends Behaviour {
  /** Makes delays and failures the same each time. Default: different ones each time. */
  readonly seed?: number | undefined;
}

/**
 * The controls of a mock.
 *
 * @param contract - That of the moment: it may be loaded again.
 * @throws {Error} An option is no delay or no share.
 */
export function createControls(contract: () => Contract, options: ControlOptions = {}): Controls {
  const { seed = Math.trunc(Math.random() * 2 ** 32) } = options;
  const start = parseBehaviour(options);
  let behaviour = start;
  let random = createRandom(seed);
  const sequences = new Map<string, Sequence>();
  const listeners: (() => void)[] = [];
  return {
    setSequence(operationId, scenarios, { repeat = false } = {}) {
      assertScenarios(contract(), operationId, scenarios);
      if (scenarios.length === 0) sequences.delete(operationId);
      else sequences.set(operationId, { scenarios, repeat });
    },
    setBehaviour(changed) {
      behaviour = parseBehaviour(changed);
    },
    reset() {
      sequences.clear();
      behaviour = start;
      random = createRandom(seed);
      for (const listener of listeners) listener();
    },
    settings: () => ({ sequences: Object.fromEntries(sequences), behaviour: behaviour.written }),
    isIdle: () => sequences.size === 0,
    next({ operationId, scenarios }) {
      const { scenarios: names = [], repeat = false } = sequences.get(operationId) ?? {};
      const [name, ...rest] = names;
      if (name === undefined) return undefined;
      if (repeat) rest.push(name);
      if (rest.length === 0) sequences.delete(operationId);
      else sequences.set(operationId, { scenarios: rest, repeat });
      return scenarios.find((scenario) => scenario.name === name);
    },
    decide() {
      const { delay, fail } = behaviour;
      return {
        delay:
          delay === undefined ? 0 : delay.min + Math.floor(random() * (delay.max - delay.min + 1)),
        failure: fail !== undefined && random() < fail.rate ? fail.kind : undefined,
      };
    },
    onReset: (listener) => listeners.push(listener),
  };
}

function assertScenarios(
  { operations }: Contract,
  operationId: string,
  names: readonly string[],
): void {
  const operation = operations.find((each) => each.operationId === operationId);
  if (operation === undefined) {
    const known = operations.map((each) => each.operationId).join(", ");
    throw new Error(`There is no operation ${JSON.stringify(operationId)}; there are ${known}`);
  }
  const known = operation.scenarios.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new Error(
    `${operationId} has no scenario ${JSON.stringify(unknown)}; it has ${known.join(", ") || "none"}`,
  );
}

interface ParsedBehaviour {
  readonly delay: { readonly min: number; readonly max: number } | undefined;
  /** The rate is from 0 to 1. */
  readonly fail: { readonly rate: number; readonly kind: number | "drop" } | undefined;
  readonly written: Behaviour;
}

const longestDelay = 60_000;

/**
 * Reads a delay and a share of failures.
 *
 * @throws {Error} One of them is none, with its forms.
 */
export function parseBehaviour({ delay, fail }: Behaviour): ParsedBehaviour {
  return {
    delay: delay === undefined || delay === null ? undefined : parseDelay(String(delay)),
    fail: fail === undefined || fail === null ? undefined : parseFailure(fail),
    written: { delay: delay ?? null, fail: fail ?? null },
  };
}

function parseDelay(text: string): ParsedBehaviour["delay"] {
  const [, from = "", to = from] = /^(\d{1,6})(?:\.\.(\d{1,6}))?$/.exec(text) ?? [];
  const [min, max] = [Number(from), Number(to)];
  if (from === "" || min > max || max > longestDelay)
    throw new Error(
      `A delay is milliseconds of up to ${longestDelay} such as 300, or a range such as 300..900, not ${JSON.stringify(text)}`,
    );
  return { min, max };
}

function parseFailure(text: string): ParsedBehaviour["fail"] {
  const [, percent = "", kind = "503"] =
    /^(\d{1,3}(?:\.\d{1,3})?)%(?::([45]\d\d|drop))?$/.exec(text) ?? [];
  if (percent === "" || Number(percent) > 100)
    throw new Error(
      `A failure is a share such as 5%, 5%:500 or 5%:drop, not ${JSON.stringify(text)}`,
    );
  return { rate: Number(percent) / 100, kind: kind === "drop" ? kind : Number(kind) };
}

/** Numbers from 0 up to 1 that are the same for the same seed (mulberry32, by Tommy Ettinger). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
