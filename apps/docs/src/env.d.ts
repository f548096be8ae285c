/// <reference types="astro/client" />
declare namespace App {
  interface Locals {
    readonly starlightRoute: import("@astrojs/starlight/route-data").StarlightRouteData;
  }
}
