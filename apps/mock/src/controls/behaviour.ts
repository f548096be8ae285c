/** How long an answer waits before it is sent, in milliseconds: any time of the range, both ends included. */
export interface Delay {
  readonly min: number;
  readonly max: number;
}

/** How often an answer is replaced by a failure, and by which: a status, or a dropped connection. */
export interface Failure {
  /** From 0 to 1. */
  readonly rate: number;
  readonly kind: number | "drop";
}

/** How a mock behaves beside what it answers. */
export interface Behaviour {
  readonly delay?: Delay | undefined;
  readonly fail?: Failure | undefined;
}

const longestDelay = 60_000;

/**
 * Reads `300`, or `300..900`.
 * @throws {Error} with what is wrong.
 */
export function parseDelay(text: number | string): Delay {
  const [, from = "", to = from] = /^(\d{1,6})(?:\.\.(\d{1,6}))?$/.exec(String(text)) ?? [];
  const delay = { min: Number(from), max: Number(to) };
  if (from === "" || delay.min > delay.max || delay.max > longestDelay) {
    throw new Error(
      `A delay is milliseconds of up to ${longestDelay} such as 300, or a range such as 300..900, not ${JSON.stringify(text)}`,
    );
  }
  return delay;
}

/**
 * Reads `5%` (status 503), `5%:500` (another status) or `5%:drop` (the connection is dropped).
 * @throws {Error} with what is wrong.
 */
export function parseFailure(text: string): Failure {
  const [, percent = "", kind = "503"] = /^(\d{1,3}(?:\.\d{1,3})?)%(?::([45]\d\d|drop))?$/.exec(text) ?? [];
  if (percent === "" || Number(percent) > 100) {
    throw new Error(`A failure is a share such as 5%, 5%:500 or 5%:drop, not ${JSON.stringify(text)}`);
  }
  return { rate: Number(percent) / 100, kind: kind === "drop" ? kind : Number(kind) };
}

/** A behaviour as it is written. */
export function formatBehaviour({ delay, fail }: Behaviour): {
  readonly delay: string | null;
  readonly fail: string | null;
} {
  return {
    delay:
      delay === undefined ? null : delay.min === delay.max ? String(delay.min) : `${delay.min}..${delay.max}`,
    fail: fail === undefined ? null : formatFailure(fail),
  };
}

/** A failure as it is written. */
export function formatFailure({ kind, rate }: Failure): string {
  return `${Number((rate * 100).toFixed(3))}%:${kind}`;
}
