import { isObject, type JsonValue } from "./json.ts";

/** The reference tokens of a JSON Pointer (RFC 6901). The empty string has none. */
export function parsePointer(pointer: string): string[] {
  if (pointer === "") return [];
  const tokens = pointer.slice(1).split("/");
  // Most pointers escape nothing, and very many are parsed.
  if (!pointer.includes("~")) return tokens;
  return tokens.map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** A JSON Pointer with further reference tokens, given unescaped. */
export function appendPointer(pointer: string, ...tokens: readonly (string | number)[]): string {
  let path = pointer;
  for (const token of tokens) path += `/${escapeToken(String(token))}`;
  return path;
}

function escapeToken(token: string): string {
  return token.includes("~") || token.includes("/")
    ? token.replaceAll("~", "~0").replaceAll("/", "~1")
    : token;
}

/** The value at a JSON Pointer, or `undefined` if there is none. */
export function valueAt(value: JsonValue | undefined, pointer: string): JsonValue | undefined {
  let current: JsonValue | undefined = value;
  for (const token of parsePointer(pointer)) {
    if (Array.isArray(current)) current = /^(0|[1-9]\d*)$/.test(token) ? current[Number(token)] : undefined;
    else if (isObject(current) && Object.hasOwn(current, token)) current = current[token];
    else return undefined;
  }
  return current;
}

/** The pointer of a same-document reference, such as `#/components/schemas/Client`. */
export function pointerOfReference(reference: string): string {
  try {
    return decodeURIComponent(reference.slice(reference.indexOf("#") + 1));
  } catch {
    return reference.slice(reference.indexOf("#") + 1);
  }
}

/** The same-document reference to a pointer. A URI cannot hold all that a pointer can, such as the braces of a path. */
export function toFragment(pointer: string): string {
  return `#${encodeURI(pointer)}`;
}
