// A secret is printable ASCII: one that is a part of a word, such as "secret", cannot be in this too.
const MASK = "█";

/** A text with █ for the secrets, be they plain, in JSON or in a URL. */
export function redact(text: string, secrets: readonly string[]): string {
  // The longest first: one may begin as another does.
  return secrets
    .flatMap((secret) => {
      const encoded = encodeURIComponent(secret);
      // A URL parser encodes the apostrophe of a query too.
      return [secret, JSON.stringify(secret).slice(1, -1), encoded, encoded.replaceAll("'", "%27")];
    })
    .filter(Boolean)
    .sort((one, other) => other.length - one.length)
    .reduce((shown, secret) => shown.replaceAll(secret, MASK), text);
}

/**
 * What can be shown of an error that is not ours. It may hold the request with its credentials, so nothing of it is
 * kept but its name, its code and its message.
 */
export function safeCause(error: unknown, secrets: readonly string[], depth = 0): Error {
  // Not by its class: it may come from another realm, as in Jest.
  const { name, message, cause, code }: Readonly<Record<string, unknown>> = Object(error);
  // An error of several attempts to connect has a code, and no message.
  const safe = new Error(redact(String(message || code || error), secrets));
  if (name) safe.name = redact(String(name), secrets);
  if (code) Object.assign(safe, { code: redact(String(code), secrets) });
  if (cause !== undefined && depth < 5) safe.cause = safeCause(cause, secrets, depth + 1);
  return safe;
}
