// The type check of the pages and of the rest of this workspace: `astro check`, without its command, which would
// report its use to its makers. The checker needs TypeScript 5, but npm puts its parts beside the repository's 7.
import { createRequire, registerHooks } from "node:module";
import { sync } from "astro";
import { root } from "./root.ts";

const own = createRequire(import.meta.url).resolve("typescript");
registerHooks({
  resolve: (specifier, context, next) => next(specifier === "typescript" ? own : specifier, context),
});
await sync({ root, logLevel: "error" });
const { check } = await import("@astrojs/check");
const failed = await check({
  root,
  watch: false,
  minimumFailingSeverity: "hint",
  minimumSeverity: "hint",
  preserveWatchOutput: true,
});
process.exitCode = failed ? 1 : 0;
