import type { Problem } from "../problem.ts";

/** How much of a body is taken in, in bytes. */
export const longestBody: number = 1024 * 1024;

/** What is said of a longer one. */
export const bodyTooLong: Problem = {
  status: 413,
  code: "body-too-long",
  title: "The body is too long",
  detail: `The mock takes bodies of up to ${longestBody} bytes (1 MiB). Send a shorter one.`,
  headers: { connection: "close" },
};
