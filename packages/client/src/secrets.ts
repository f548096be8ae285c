/** A text without the secrets, be they plain, in JSON or in a URL. */
export function redact(text: string, secrets: readonly string[]): string {
  return secrets
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
    .reduce((shown, secret) => shown.replaceAll(secret, "[secret]"), text);
}

/**
 * What can be shown of an error that is not ours. It may hold the request with its credentials, so nothing of it is
 * kept but its name, its code and its message.
 */
export function safeCause(error: unknown, secrets: readonly string[], depth = 0): Error {
  if (!(error instanceof Error)) return new Error(redact(String(error), secrets));
  const { name, message, cause } = error;
  const safe = new Error(redact(message, secrets));
  safe.name = redact(name, secrets);
  const code: unknown = Reflect.get(error, "code");
  if (typeof code === "string") Object.assign(safe, { code: redact(code, secrets) });
  if (cause !== undefined && depth < 5) safe.cause = safeCause(cause, secrets, depth + 1);
  return safe;
}
