/** What the reader has typed, by what it stands for. In memory only: never in a store of the browser. */
const values = new Map<string, string>();
const secrets = new Set<string>();
const changes = new EventTarget();

/** The reader's values, by what they stand for in the samples. */
export function readerValues(): ReadonlyMap<string, string> {
  return values;
}

/** Keeps a value of the reader; an empty one is forgotten. */
export function setReaderValue(from: string, to: string, isSecret: boolean): void {
  if (to === "") {
    values.delete(from);
  } else {
    values.set(from, to);
  }
  if (isSecret) {
    secrets.add(from);
  }
  changes.dispatchEvent(new Event("change"));
}

/** Forgets all that the reader has given. */
export function forgetReaderValues(): void {
  values.clear();
  changes.dispatchEvent(new Event("change"));
}

/** Calls back after each change of the reader's values. */
export function onReaderValues(listener: () => void): void {
  changes.addEventListener("change", listener);
}

/** A text without the reader's secrets, neither as they were typed nor as a query or Basic credentials have them. */
export function withoutSecrets(text: string): string {
  const given = [...secrets].flatMap((from) => values.get(from) ?? []);
  const encoded = text.replaceAll(/[\w+/]{4,}=*/g, (token) =>
    given.some((secret) => decoded(token).includes(secret)) ? hidden : token,
  );
  return given
    .flatMap((secret) => [secret, inQuery(secret)])
    .reduce((shown, secret) => shown.replaceAll(secret, hidden), encoded);
}

const hidden = "•••";

/** As a query has a text; what is no character becomes the one that stands for such. */
function inQuery(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, "\ufffd"));
}

/** The text of what may be base64. */
function decoded(token: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(token), (character) => character.charCodeAt(0)));
  } catch {
    return "";
  }
}
