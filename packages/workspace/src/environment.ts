import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root folder of the repository. */
export const root: string = fileURLToPath(new URL("../../../", import.meta.url));

/**
 * The environment that every command of the repository runs in: nothing phones home, and what Node compiles it keeps for
 * the next program that loads it.
 */
export const environment: NodeJS.ProcessEnv = {
  ...process.env,
  ASTRO_TELEMETRY_DISABLED: "1",
  DO_NOT_TRACK: "1",
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? join(root, "node_modules", ".cache", "node"),
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  REDOCLY_TELEMETRY: "off",
  SCARF_ANALYTICS: "false",
  TURBO_NO_UPDATE_NOTIFIER: "1",
  TURBO_PRINT_VERSION_DISABLED: "1",
  TURBO_TELEMETRY_DISABLED: "1",
};
