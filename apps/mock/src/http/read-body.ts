import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Problem } from "../problem.ts";
import { bodyTooLong, longestBody } from "../request/body-limit.ts";

/** How long the next part of a body may take, in milliseconds. */
const patience = 800;

/** The requests whose bodies are being read, by their connections. */
const reading = new WeakMap<Duplex, IncomingMessage>();

/** The request whose body is on its way on a connection. */
export function readOn(connection: Duplex): IncomingMessage | undefined {
  const request = reading.get(connection);
  return request?.complete === false ? request : undefined;
}

/** The whole body of a request, or what is wrong with it. `undefined`: the client went away. */
export function readBody(request: IncomingMessage): Promise<Buffer | Problem | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    reading.set(request.socket, request);
    const timer = setTimeout(() => settle(bodyTooSlow), patience);
    const settle = (outcome: Buffer | Problem | undefined): void => {
      clearTimeout(timer);
      if (reading.get(request.socket) === request) reading.delete(request.socket);
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

/** What is said of a body that does not go on. */
export const bodyTooSlow: Problem = {
  status: 408,
  code: "body-too-slow",
  title: "The body did not arrive",
  detail: `No more of the body arrived within ${patience} ms. Is the Content-Length right?`,
  headers: { connection: "close" },
};
