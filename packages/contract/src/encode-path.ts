/**
 * A path with the characters percent-encoded that no address has: those beyond ASCII, and spaces. What is encoded already
 * stays as it is, and so do the names of parameters in braces.
 */
export function encodePath(path: string): string {
  return path.replaceAll(/\{[^}]*\}|[^\x21-\x7e]+/g, (part) =>
    part.startsWith("{") ? part : encodeURIComponent(part),
  );
}
