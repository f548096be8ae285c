/// <reference types="astro/client" />
declare namespace App {
  interface Locals {
    readonly starlightRoute: import("@astrojs/starlight/route-data").StarlightRouteData;
  }
}
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
