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

/** A text without the reader's secrets. */
export function withoutSecrets(text: string): string {
  return [...secrets].reduce((shown, from) => {
    const secret = values.get(from);
    return secret === undefined ? shown : shown.replaceAll(secret, "•••");
  }, text);
}
