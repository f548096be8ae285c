import type { Problem } from "../problem.ts";

/** How long a request line and its headers may be together, in bytes: as long as Node's own limit. */
export const longestHead: number = 16 * 1024;

/**
 * How much of them is read, in bytes: a page of another origin is told that they are too long only if its origin is among
 * them, and its preflight is one that can be answered.
 */
export const longestReadHead: number = 16 * longestHead;

/**
 * What is said of longer ones.
 * @param longest The longest part of them, in words, if it is known.
 */
export function headTooLong(longest?: string): Problem {
  const shorten =
    longest === undefined ? "Shorten the path or the headers" : `The longest part is ${longest}`;
  return {
    status: 431,
    code: "headers-too-long",
    title: "The request line and headers are too long",
    detail: `Together they may have up to ${longestHead / 1024} KiB. ${shorten}.`,
  };
}

/**
 * What is wrong with a request line and headers that are too long.
 * @param rawHeaders The names and values, as they came, in turns.
 * @returns `undefined`: they are not.
 */
export function headProblem(target: string, rawHeaders: readonly string[]): Problem | undefined {
  return isHeadTooLong(target, rawHeaders) ? headTooLong(longestPart(target, rawHeaders)) : undefined;
}

/**
 * Whether a request line and its headers are too long.
 * @param rawHeaders The names and values, as they came, in turns.
 */
export function isHeadTooLong(target: string, rawHeaders: readonly string[]): boolean {
  let length = target.length;
  // The colon, the space and the end of the line count as well: two for a name and two for a value.
  for (const text of rawHeaders) length += text.length + 2;
  return length > longestHead;
}

function longestPart(target: string, rawHeaders: readonly string[]): string {
  let found = { name: "the path with its query", length: target.length };
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = "", value = ""] = rawHeaders.slice(index, index + 2);
    const length = name.length + value.length;
    if (length > found.length) found = { name: `the header ${name.slice(0, longestName)}`, length };
  }
  return `${found.name}, of ${found.length} bytes: make it shorter`;
}

/** So much of a header's name is repeated, in characters. */
const longestName = 100;
