import type { IncomingMessage } from "node:http";
import type { Problem } from "../problem.ts";

/** How much of a body is taken in, in bytes. */
export const longestBody: number = 1024 * 1024;

/** How long the next part of a body may take, in milliseconds. */
const patience = 800;

/** The whole body of a request, or what is wrong with it. `undefined`: the client went away. */
export function readBody(request: IncomingMessage): Promise<Buffer | Problem | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const timer = setTimeout(() => resolve(tooSlow), patience);
    const settle = (outcome: Buffer | Problem | undefined): void => {
      clearTimeout(timer);
      resolve(outcome);
    };
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > longestBody) return settle(tooLong);
      chunks.push(chunk);
      timer.refresh();
    });
    request.once("end", () => settle(Buffer.concat(chunks)));
    request.once("close", () => settle(undefined));
    request.once("error", () => settle(undefined));
  });
}

const tooLong: Problem = {
  status: 413,
  code: "body-too-long",
  title: "The body is too long",
  detail: `The mock takes bodies of up to ${longestBody} bytes.`,
  headers: { connection: "close" },
};

const tooSlow: Problem = {
  status: 408,
  code: "body-too-slow",
  title: "The body did not arrive",
  detail: `No more of the body arrived within ${patience} ms. Is the Content-Length right?`,
  headers: { connection: "close" },
};
