import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const suite = fileURLToPath(new URL("suite.ts", import.meta.url));

/** The suite as one module that does something with its outcomes. */
export async function bundleSuite(use: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { runSuite } from ${JSON.stringify(suite)};\n${use}`,
      resolveDir: fileURLToPath(new URL("..", import.meta.url)),
    },
    bundle: true,
    format: "esm",
    target: "es2022",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}
