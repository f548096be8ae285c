import { createServer } from "node:net";
import { dev } from "astro";
import { root } from "../root.ts";
import { listenError } from "./start-error.ts";
import { mockHeaders, type Running, type SiteOptions } from "./start-site.ts";

/**
 * Serves pages that are made from the contract when they are asked for, and follow it when it changes.
 * @throws {StartError} The port or host cannot be listened on.
 */
export async function startDevelopment(options: SiteOptions): Promise<Running> {
  const port = await freePort(options.port, options.host);
  const server = await dev({
    root,
    logLevel: "warn",
    server: { port, host: options.host, headers: { ...mockHeaders(options.mock) } },
    vite: { server: { strictPort: true } },
  });
  return { url: `http://${options.host}:${server.address.port}/`, close: () => server.stop() };
}

/** Astro would move on to the next port in silence when this one is in use. */
function freePort(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error) => reject(listenError(error, port, host)));
    probe.listen(port, host, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : port));
    });
  });
}
