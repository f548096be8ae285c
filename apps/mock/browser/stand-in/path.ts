/** The extension of a file name with its dot, as Node's `path.extname` gives it. */
export function extname(path: string): string {
  return /[^/](\.[^./]*)\/*$/.exec(path)?.[1] ?? "";
}
