/// <reference types="astro/client" />
declare namespace App {
  interface Locals {
    readonly starlightRoute: import("@astrojs/starlight/route-data").StarlightRouteData;
  }
}
declare module "@pagefind/default-ui/npm_dist/mjs/ui-core.mjs" {
  export const PagefindUI: new (options: object) => unknown;
}
