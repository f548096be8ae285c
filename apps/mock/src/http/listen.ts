import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Listens; rejects with Node's error, which has a `code`. */
export function listen(server: Server, port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      const address = server.address();
      if (typeof address === "object" && address !== null) resolve(address);
      else reject(new Error("The server has no port."));
    });
  });
}

/** How long requests that are under way may take to finish, in milliseconds. */
const grace = 1000;

/** Stops listening, lets the requests that are under way finish, and ends every connection. */
export function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), grace);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
