import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ContractError, type JsonObject, loadContract } from "@workflow-api/contract";
import { build } from "esbuild";
import { replaceModules } from "./replace-modules.ts";

/** The contract of the packages as one document. A broken one is told of when the mock is used, and not by its build. */
async function packagedDocument(): Promise<JsonObject | null> {
  try {
    return (await loadContract()).document;
  } catch (error) {
    if (error instanceof ContractError) return null;
    throw error;
  }
}

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

// The parts have names of their own for each content: those of an earlier build would stay.
rmSync(path("../dist/browser"), { recursive: true, force: true });

// Part of the build: the mock with its engine and its contract, as modules that a page loads as they are.
await build({
  entryPoints: { msw: path("../src/msw-browser.ts") },
  outdir: path("../dist/browser"),
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "browser",
  target: "es2023",
  minify: true,
  legalComments: "linked",
  external: ["msw"],
  inject: [path("globals.ts")],
  define: { packagedDocument: JSON.stringify(await packagedDocument()) },
  plugins: [replaceModules],
});
