// What is kept from page to page, in the tab alone. Credentials are kept only if the reader says so.

const key = "workflow-api-docs";

/** What a reader has chosen for every page. */
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
