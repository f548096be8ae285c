/** Prism tells servers of remote files where it runs. A contract in a page has no remote files. */
export function type(): string {
  return "browser";
}

/** The same. */
export function arch(): string {
  return "";
}

/** The same. */
export function release(): string {
  return "";
}
