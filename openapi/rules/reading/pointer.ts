/** The reference tokens of a JSON Pointer (RFC 6901); `undefined` if it is none or names the whole document. */
export function parsePointer(pointer: unknown): string[] | undefined {
  if (typeof pointer !== "string" || !pointer.startsWith("/")) return undefined;
  const tokens = pointer.slice(1).split("/");
  return tokens.map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}
