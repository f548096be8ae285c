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
      .sort((one, other) => other.length - one.length)
      .reduce((shown, form) => shown.replaceAll(form, "█"), String(text))
      .slice(0, 1000)
      .replace(/[\p{C}\p{Z}]+/gu, " ")
  );
}

/**
 * What can be shown of a foreign error, which may hold the request: its name, its code, its message
 * and its causes.
 */
export function safeCause(thrown: unknown, secrets: readonly string[], depth = 0): Error {
  try {
    const { name, code, message, cause } = Object(thrown);
    // OpenSSL's messages name its own source: `80BC:error:0A01:routines:function:reason:file.c:35:`
    const text = String(message || code || name || thrown).replace(
      /^\w+:error:(?:[^:]*:){3}([^:]*).*/s,
      "$1",
    );
    return Object.assign(
      new Error(quote(text, secrets)),
      { name: quote(name || "Error", secrets) },
      code && { code: quote(code, secrets) },
      cause && depth < 5 && { cause: safeCause(cause, secrets, depth + 1) },
    );
  } catch {
    // It has a getter that throws, or is not a string.
    return new Error("It cannot be read.");
  }
}
