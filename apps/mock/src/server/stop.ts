import type { Server } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { isControl } from "./control-api.ts";

/** How a server is stopped. In milliseconds. */
export interface StopOptions {
  /** So long what is under way may take. */
  readonly grace: number;
  /**
   * So long no request must have come before it stops listening, for up to half of the grace: a
   * balancer takes some time to see that it is not ready any more. Default: it stops at once.
   */
  readonly quiet?: number;
}

/** Stops a server without a failed request. */
export interface Stop {
  /** Whether it has begun. From then on each answer ends its connection. */
  isStopping(): boolean;
  /** Fulfilled when nothing listens and no connection is open. */
  stop(options: StopOptions): Promise<void>;
}

/** Watches the connections of a server that does not listen yet. */
export function createStop(server: Server): Stop {
  const sockets = new Set<Socket>();
  let lastRequest = Number.NEGATIVE_INFINITY;
  let stopping: Promise<void> | undefined;
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.on("request", ({ url = "" }) => {
    if (!isControl(url)) lastRequest = performance.now();
  });
  const closeIdle = (): void => {
    server.closeIdleConnections();
    // Node does not call a connection idle on which nothing has come.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };
  const stop = async ({ grace, quiet = 0 }: StopOptions): Promise<void> => {
    const began = performance.now();
    while (performance.now() < Math.min(lastRequest + quiet, began + grace / 2)) await wait(10);
    const left = began + grace - performance.now();
    const sweep = setInterval(closeIdle, 10);
    const last = setTimeout(() => server.closeAllConnections(), left);
    await new Promise((resolve) => server.close(resolve));
    clearInterval(sweep);
    clearTimeout(last);
  };
  return {
    isStopping: () => stopping !== undefined,
    stop(options) {
      stopping ??= stop(options);
      return stopping;
    },
  };
}
