import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { contractFile } from "@workflow-api/contract";
import { build } from "esbuild";

// The generator is fetched for the occasion: it and its 50 packages are needed for nothing else.
const GENERATOR = "@hey-api/openapi-ts@0.99.0";

/** Writes the peer that hey-api generates from the contract, in one file. */
const folder = mkdtempSync(path.join(tmpdir(), "hey-api-"));
const packages = ["-y", "-p", GENERATOR, "-p", "typescript@5.9.3"];
const args = ["-i", contractFile(), "-o", path.join(folder, "hey-api"), "-c", "@hey-api/client-fetch"];
execFileSync("npx", [...packages, "openapi-ts", ...args], {
  stdio: "inherit",
  // Elsewhere npx would take the TypeScript of this repository, which is too new for the generator.
  cwd: folder,
});
await build({
  stdin: {
    contents: 'export * from "./sdk.gen"; export { createClient } from "./client";',
    resolveDir: path.join(folder, "hey-api"),
  },
  absWorkingDir: folder,
  bundle: true,
  format: "esm",
  target: "es2022",
  legalComments: "none",
  banner: {
    js: `// Generated from the contract by ${GENERATOR} (MIT), by bench/write-hey-api.ts. Do not edit.`,
  },
  outfile: fileURLToPath(new URL("generated/hey-api.js", import.meta.url)),
});
rmSync(folder, { recursive: true });
