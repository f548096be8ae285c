import { isThere } from "./is-there.ts";
import type { Body } from "./operation.ts";

// The generated table names what its contract needs of this module: a bundle holds nothing else of it.

const decoder = new TextDecoder();

/** The text of a body. */
export function readText(body: Body): string {
  return typeof body === "string" ? body : decoder.decode(body);
}

/**
 * The text of a body in the charset that its content type states; in UTF-8 if there is none, or none that is known.
 *
 * @public
 */
export function readStated(body: Body, type: string): string {
  const [, charset] = /;\s*charset="?([^\s";]+)/i.exec(type) ?? [];
  try {
    if (typeof body !== "string") return new TextDecoder(charset).decode(body);
  } catch {}
  return readText(body);
}

/** A body in JSON. It throws if it is none. */
export function readJson(body: Body): unknown {
  return JSON.parse(readText(body));
}

/** A body in JSON that is an object. It throws if it is none. */
export function readObject(body: Body): unknown {
  const data = readJson(body);
  if (typeof data !== "object" || !data || Array.isArray(data)) throw new TypeError();
  return data;
}

/**
 * What reads a body in JSON that is of one of some types. It throws if the body is none.
 *
 * @public
 */
export function readAs(...types: readonly string[]): (body: Body) => unknown {
  return (body) => {
    const data = readJson(body);
    const type = Array.isArray(data) ? "array" : data === null ? "null" : typeof data;
    if (!types.includes(type)) throw new TypeError();
    return data;
  };
}

/**
 * What reads a body that has some members if it is an object, be it that others of the same response need not. It throws
 * if one is missing.
 *
 * @param nullable - Those that may be null.
 * @public
 */
export function requiring(
  read: (body: Body) => unknown,
  names: readonly string[],
  nullable: readonly string[] = [],
): (body: Body) => unknown {
  return (body) => {
    const data = read(body);
    const isObject = typeof data === "object" && data && !Array.isArray(data);
    if (isObject && !names.every((name) => isThere(data, [name], name, nullable))) throw new TypeError();
    return data;
  };
}

/**
 * A body of any other type.
 *
 * @public
 */
export function readBytes(body: Body): Uint8Array {
  return typeof body === "string" ? new TextEncoder().encode(body) : new Uint8Array(body);
}
