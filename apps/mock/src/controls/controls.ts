import type { Contract, Operation } from "@workflow-api/contract";
import { isHeaderName, isHeaderValue } from "@workflow-api/contract/http";
import { isObject, type JsonValue } from "@workflow-api/contract/json";
import { chooseQueued, type SequenceItem } from "../request/preference.ts";

/**
 * The delay of responses, and how often a failure replaces them, as written on the command line.
 */
export interface Behaviour {
  /** Milliseconds such as `300`, or a range such as `300..900`. */
  readonly delay?: number | string | null | undefined;
  /** A share such as `5%` (status 503), `5%:500`, or `5%:drop` (the connection is dropped). */
  readonly fail?: string | null | undefined;
}

/** The responses to the next valid requests of an operation, whatever they match. */
export interface Sequence {
  /** The operationId. */
  readonly operation: string;
  /**
   * In order: names of scenarios or examples, documented statuses, what the header `Prefer` can ask
   * for (such as `items=25`), and responses of one's own (such as `{ status: 503 }`).
   */
  readonly scenarios: readonly SequenceItem[];
  /** Whether it repeats until it is cleared. */
  readonly repeat: boolean;
}

/**
 * Settings of a running mock, changed on its page, by its API or from code. They are not state of
 * the service, which has none here.
 */
export interface Controls {
  /**
   * Queues responses for the next valid requests of an operation, in order. An empty list clears
   * the queue.
   *
   * @throws {SettingError} There is no such operation or response.
   */
  setSequence(
    operationId: string,
    scenarios: readonly SequenceItem[],
    options?: { readonly repeat?: boolean },
  ): void;
  /**
   * Delays responses or makes them fail. What is not given returns to its default.
   *
   * @throws {SettingError} This is no delay or no share.
   */
  setBehaviour(behaviour: Behaviour): void;
  /** Restores the initial settings, and forgets the requests so far. */
  reset(): void;
  /** The current settings. */
  settings(): { readonly sequences: readonly Sequence[]; readonly behaviour: Behaviour };
  /** Whether an operation has a sequence; without a name, whether any has. */
  hasSequence(operationId?: string): boolean;
  /** Takes the next response of an operation's sequence. */
  next(operation: Operation): SequenceItem | undefined;
  /** The delay of a response in milliseconds, and the failure that replaces it. */
  decide(): {
    readonly delay: number;
    readonly failure: number | "drop" | undefined;
  };
  /** Called after each {@link reset}. */
  onReset(listener: () => void): void;
}

/**
 * The controls of a mock, whose contract may be reloaded.
 *
 * @param contract - That of the moment: it may be loaded again.
 * @throws {SettingError} An option is no delay or no share.
 */
export function createControls(contract: () => Contract, options: Behaviour = {}): Controls {
  const start = parseBehaviour({ delay: options.delay, fail: options.fail });
  let behaviour = start;
  const sequences = new Map<string, Sequence>();
  const listeners: (() => void)[] = [];
  return {
    setSequence(operationId, scenarios, { repeat = false } = {}) {
      const operation = operationNamed(contract(), operationId);
      for (const item of scenarios) assertItem(contract(), operation, item);
      if (scenarios.length === 0) sequences.delete(operationId);
      else sequences.set(operationId, { operation: operationId, scenarios, repeat });
    },
    setBehaviour(given) {
      behaviour = parseBehaviour(given);
    },
    reset() {
      sequences.clear();
      behaviour = start;
      for (const listener of listeners) listener();
    },
    settings: () => ({ sequences: [...sequences.values()], behaviour: behaviour.given }),
    hasSequence: (operationId) =>
      operationId === undefined ? sequences.size > 0 : sequences.has(operationId),
    next({ operationId }) {
      const { scenarios: items = [], repeat = false } = sequences.get(operationId) ?? {};
      const [item, ...rest] = items;
      if (item === undefined) return undefined;
      if (repeat) rest.push(item);
      if (rest.length === 0) sequences.delete(operationId);
      else sequences.set(operationId, { operation: operationId, scenarios: rest, repeat });
      return item;
    },
    decide() {
      const { delay, fail } = behaviour;
      if (delay === undefined && fail === undefined) return undisturbed;
      const { max, min } = delay ?? { max: 0, min: 0 };
      return {
        delay: min + Math.floor(Math.random() * (max - min + 1)),
        failure: fail !== undefined && Math.random() < fail.rate ? fail.kind : undefined,
      };
    },
    onReset: (listener) => listeners.push(listener),
  };
}

const undisturbed = { delay: 0, failure: undefined };

/** A setting is wrong. The message says what it can be. */
export class SettingError extends Error {}

/** @throws {SettingError} There is no such operation. */
export function operationNamed({ operations }: Contract, operationId: string): Operation {
  const operation = operations.find((each) => each.operationId === operationId);
  if (operation !== undefined) return operation;
  const known = operations.map((each) => each.operationId).join(", ");
  throw new SettingError(
    `There is no operation ${JSON.stringify(operationId)}; there are ${known}`,
  );
}

/** @param item - What a user gave. */
function assertItem(contract: Contract, operation: Operation, item: unknown): void {
  const isNamed = typeof item === "string" || typeof item === "number";
  const judged = { body: undefined, values: new Map() };
  const chosen = isNamed ? chooseQueued({ contract, operation, judged }, item) : undefined;
  if (typeof chosen === "string") throw new SettingError(chosen);
  if (chosen !== undefined || isResponse(item)) return;
  throw new SettingError(
    'A sequence holds names of scenarios and examples, statuses, preferences such as "items=25", ' +
      'and responses such as {"status": 200, "headers": {"x-name": "text"}, "body": {}}, not ' +
      JSON.stringify(item),
  );
}

/** Whether this is a response that can be sent. */
function isResponse(item: unknown): boolean {
  if (!isObject(item)) return false;
  const { body: _, headers = {}, status, ...unknown } = item;
  const isStatus = Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599;
  return isStatus && isObject(headers) && Object.keys(unknown).length === 0
    ? Object.entries(headers).every(
        ([name, value = null]) =>
          isHeaderName(name) && typeof value === "string" && isHeaderValue(value),
      )
    : false;
}

interface ParsedBehaviour {
  readonly delay: { readonly min: number; readonly max: number } | undefined;
  /** The rate is from 0 to 1. */
  readonly fail: { readonly rate: number; readonly kind: number | "drop" } | undefined;
  readonly given: Behaviour;
}

const longestDelay = 60_000;

/**
 * Reads a delay and a share of failures.
 *
 * @throws {SettingError} One of them is none.
 */
function parseBehaviour(given: Behaviour): ParsedBehaviour {
  const { delay = null, fail = null, ...unknown }: Behaviour = isObject(given) ? given : {};
  if (!isObject(given) || Object.keys(unknown).length > 0)
    throw new SettingError('A behaviour is an object such as {"delay": "300..900", "fail": "5%"}');
  return {
    delay: delay === null ? undefined : parseDelay(delay),
    fail: fail === null ? undefined : parseFailure(fail),
    given: { delay, fail },
  };
}

function parseDelay(value: JsonValue): ParsedBehaviour["delay"] {
  const text = typeof value === "number" ? String(value) : value;
  const [, from = "", to = from] =
    (typeof text === "string" && /^(\d{1,6})(?:\.\.(\d{1,6}))?$/.exec(text)) || [];
  const [min, max] = [Number(from), Number(to)];
  if (from === "" || min > max || max > longestDelay)
    throw new SettingError(
      `A delay is a number of milliseconds up to ${longestDelay}, such as 300, ` +
        `or a range, such as 300..900, not ${JSON.stringify(value)}`,
    );
  return { min, max };
}

function parseFailure(value: JsonValue): ParsedBehaviour["fail"] {
  const [, percent = "", kind = "503"] =
    (typeof value === "string" && /^(\d{1,3}(?:\.\d{1,3})?)%(?::([45]\d\d|drop))?$/.exec(value)) ||
    [];
  if (percent === "" || Number(percent) > 100)
    throw new SettingError(
      `A failure is a share such as 5%, 5%:500 or 5%:drop, not ${JSON.stringify(value)}`,
    );
  return { rate: Number(percent) / 100, kind: kind === "drop" ? kind : Number(kind) };
}
