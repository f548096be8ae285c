import type { Server } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { isControl } from "../controls/control-api.ts";

/** How a server is stopped. Times are in milliseconds. */
export interface StopOptions {
  /** How long pending requests may take. */
  readonly grace: number;
  /**
   * It stops listening once no request has arrived for this long, or after half of the grace: a
   * balancer takes time to notice that it is not ready. Default: at once.
   */
  readonly quiet?: number;
}

/** Stops a server without failing a request. */
export interface Stop {
  /** Whether it is stopping. From then on each response closes its connection. */
  isStopping(): boolean;
  /** Resolves when nothing listens and no connection is open. */
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
    // Node does not count a connection without any bytes as idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };
  const stop = async ({ grace, quiet = 0 }: StopOptions): Promise<void> => {
    const began = performance.now();
    while (performance.now() < Math.min(lastRequest + quiet, began + grace / 2)) await wait(10);
    const left = Math.max(0, began + grace - performance.now());
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
