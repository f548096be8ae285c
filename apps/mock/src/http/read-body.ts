import type { IncomingMessage } from "node:http";
import type { Problem } from "../problem.ts";
import { bodyTooLong, longestBody } from "../request/body-limit.ts";

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
      if (length > longestBody) return settle(bodyTooLong);
      chunks.push(chunk);
      timer.refresh();
    });
    request.once("end", () => settle(Buffer.concat(chunks)));
    request.once("close", () => settle(undefined));
    request.once("error", () => settle(undefined));
  });
}

const tooSlow: Problem = {
  status: 408,
  code: "body-too-slow",
  title: "The body did not arrive",
  detail: `No more of the body arrived within ${patience} ms. Is the Content-Length right?`,
  headers: { connection: "close" },
};
