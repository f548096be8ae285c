import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** A script of a page, and all that it imports, as the tools of a front-end would bundle it. */
export async function bundleForPage(script: URL): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(script)],
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: "es2023",
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}
