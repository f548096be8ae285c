/** Whether a name fits a pattern; one that is mistaken fits none. */
export function matches(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern, "u").test(name);
  } catch {
    return false;
  }
}
