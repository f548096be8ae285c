// A secret is printable ASCII: one that is a part of a word, such as "secret", cannot be in this too.
const MASK = "█";

// What stands for a character in JSON, behind its backslashes, in an address or in HTML, escaped once or several times
// over. Which character it is does not matter: too much is hidden rather than too little.
const ESCAPED = /(?:u\w{4}|%(?:25)*\w\w|&(?:amp;)*#?\w+;)/.source;

// A backslash, which may be escaped itself after JSON has added it.
const BACKSLASH = /(?:\\|(?:u00|%(?:25)*)5[cC]|&(?:amp;)*#?\w*(?:92|5[cC]|bsol);)/.source;

/** A text with █ for the secrets, be they plain or escaped. */
export function redact(text: string, secrets: readonly string[]): string {
  // The longest first: one may begin as another does.
  return [...secrets]
    .sort((one, other) => other.length - one.length)
    .reduce((shown, secret) => shown.replace(patternOf(secret), MASK), text);
}

// A part of a text is matched in one way: with two there would be more of them than can be tried, in a text that repeats
// a credential but for its end. So the backslashes that escaping adds are one with those of the credential itself, all of
// them are taken, and nothing else is taken for one of them.
function patternOf(secret: string): RegExp {
  const units = new RegExp(`(${BACKSLASH}*)(\\W?)`, "g");
  const source = secret.replace(
    units,
    (all, own: string, unit: string) =>
      all && `${BACKSLASH}{${own ? 1 : 0},99}${unit && `(?!${BACKSLASH})(?:${ESCAPED}|[\\${unit}+])`}`,
  );
  return new RegExp(source, "g");
}

/**
 * What can be shown of an error that is not ours. It may hold the request with its credentials, so nothing of it is
 * kept but its name, its code and its message.
 */
export function safeCause(error: unknown, secrets: readonly string[], depth = 0): Error {
  try {
    return copyOf(error, secrets, depth);
  } catch {
    // It has a getter that throws, or cannot be written as a text.
    return new Error("An error that cannot be read.");
  }
}

function copyOf(error: unknown, secrets: readonly string[], depth: number): Error {
  // Not by its class: it may come from another realm, as in Jest.
  const { name, message, cause, code }: Readonly<Record<string, unknown>> = Object(error);
  const shown = (text: unknown): string => redact(String(text), secrets);
  // An error of several attempts to connect has a code, and no message; an object that is no error has nothing to say.
  const safe = new Error(shown(message || code || (typeof error === "object" ? (name ?? "") : error)));
  if (name) safe.name = shown(name);
  if (code) Object.assign(safe, { code: shown(code) });
  if (cause !== undefined && depth < 5) safe.cause = safeCause(cause, secrets, depth + 1);
  return safe;
}
