import type { Problem } from "../problem.ts";

/** How long a request line and its headers may be together, in bytes: as long as Node's own limit. */
const longestHead: number = 16 * 1024;

/**
 * How much of them is read, in bytes: a page of another origin is told that they are too long only if its origin is among
 * them, and its preflight is one that can be answered.
 */
export const longestReadHead: number = 16 * longestHead;

/** What is said of longer ones. */
export const headTooLong: Problem = {
  status: 431,
  code: "headers-too-long",
  title: "The request line and headers are too long",
  detail: `Together they may have up to ${longestHead / 1024} KiB.`,
};

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
