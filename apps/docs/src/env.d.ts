/// <reference types="astro/client" />
declare module "compression" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  /** Middleware that compresses responses by their `Accept-Encoding`. */
  const compression: () => (
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ) => void;
  export = compression;
}
