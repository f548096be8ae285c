/** A credential that is shorter is hidden as a whole value only: it may be a part of any word. */
const SHORT = 8;

/**
 * A text from outside, on one line, with █ in place of secrets. They may be escaped, which leaves
 * letters and digits as they are. So the whole secret is hidden, its two common forms, and each
 * longer run of its letters and digits.
 */
export function quote(text: unknown, secrets: readonly string[]): string {
  return (
    secrets
      .flatMap((secret) => [
        secret,
        encodeURIComponent(secret),
        JSON.stringify(secret).slice(1, -1),
        ...secret.split(/\W+/).filter((run) => run.length > 5),
      ])
      // The longest first: one may be the beginning of another.
      .sort((first, second) => second.length - first.length)
      .reduce(hide, String(text))
      .slice(0, 1000)
      .replace(/[\p{C}\p{Z}]+/gu, " ")
  );
}

function hide(text: string, secret: string): string {
  const isPart = (before: string, after: string): boolean =>
    secret.length < SHORT && (/[\p{L}\p{N}_]$/u.test(before) || /^[\p{L}\p{N}_]/u.test(after));
  return text
    .split(secret)
    .reduce((before, after) => before + (isPart(before, after) ? secret : "█") + after);
}

/**
 * What can be shown of a foreign error, which may hold the request: the name, the code and the
 * message of its cause, else its own. It has no stack: that would be the client's own.
 */
export function safeCause(thrown: unknown, secrets: readonly string[]): Error {
  const error = new Error("It cannot be read.");
  try {
    const { cause = thrown } = (thrown ?? {}) as Foreign;
    const { name, code, message } = (cause ?? {}) as Foreign;
    error.message = quote(message || code || name || cause, secrets);
    error.name = quote(name || "Error", secrets);
    if (code) Object.assign(error, { code: quote(code, secrets) });
  } catch {
    // It has a getter that throws, or is not a string.
  }
  error.stack = `${error.name}: ${error.message}`;
  return error;
}

interface Foreign {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
}
