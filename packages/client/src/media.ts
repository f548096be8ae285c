import { isThere } from "./is-there.ts";
import type { Body } from "./operation.ts";
import { own } from "./parameters.ts";

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

/** What is known of an alternative of a body. */
export interface Alternative {
  /** The members that have one value alone, which tells it from others. */
  readonly is?: Readonly<Record<string, unknown>>;
  /** Other members that it has. */
  readonly has?: readonly string[];
  /** Those of them that may be null. */
  readonly nullable?: readonly string[];
}

/**
 * What reads a body that is one of some alternatives if it is an object. It throws if those that it may be by its values
 * all miss a member; what it is by other values, as of an alternative that is newer than the contract, is not known.
 *
 * @public
 */
export function requiringOne(
  read: (body: Body) => unknown,
  ...alternatives: readonly Alternative[]
): (body: Body) => unknown {
  return (body) => {
    const data = read(body);
    const isObject = typeof data === "object" && data && !Array.isArray(data);
    const meant = alternatives.filter(({ is = {} }) =>
      Object.entries(is).every(([name, value]) => own(Object(data), name) === value),
    );
    const isWhole = ({ has = [], nullable }: Alternative): boolean =>
      has.every((name) => isThere(data, [name], name, nullable));
    if (isObject && meant.length > 0 && !meant.some(isWhole)) throw new TypeError();
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
