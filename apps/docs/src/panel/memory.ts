// Data that is kept from page to page, in this tab alone. Credentials are kept only if the reader
// agrees.

const key = "workflow-api-docs";

/** The choices of a reader for all pages. */
export interface Remembered {
  readonly language: string | undefined;
  readonly address: string | undefined;
  /** By the name of the scheme. */
  readonly secrets: Readonly<Record<string, string>> | undefined;
}

export function remember(choice: Remembered): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(choice));
  } catch {
    // A browser that stores nothing keeps nothing.
  }
}

export function recall(): Partial<Remembered> {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "{}");
  } catch {
    return {};
  }
}
