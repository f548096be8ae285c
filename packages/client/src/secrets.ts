/**
 * A text with █ for the secrets, plain or escaped. Escaping leaves letters and digits as they are:
 * so what is hidden is the whole secret, its two common forms, and each longer run of its letters
 * and digits.
 */
export function redact(text: string, secrets: readonly string[]): string {
  return (
    secrets
      .flatMap((secret) => [
        secret,
        encodeURIComponent(secret),
        JSON.stringify(secret).slice(1, -1),
        ...secret.split(/\W+/).filter((run) => run.length > 5),
      ])
      // The longest first: one may begin as another does.
      .sort((one, other) => other.length - one.length)
      .reduce((shown, form) => shown.replaceAll(form, "█"), text)
  );
}

/**
 * What can be shown of a foreign error, which may hold the request: its name, its code, its message
 * and its causes.
 */
export function safeCause(thrown: unknown, secrets: readonly string[], depth = 0): Error {
  try {
    const { name, code, message, cause } = Object(thrown);
    const show = (text: unknown): string => redact(String(text), secrets);
    return Object.assign(
      new Error(show(message || code || name || thrown)),
      { name: show(name || "Error") },
      code && { code: show(code) },
      cause && depth < 5 && { cause: safeCause(cause, secrets, depth + 1) },
    );
  } catch {
    // It has a getter that throws, or is no text.
    return new Error("It cannot be read.");
  }
}
