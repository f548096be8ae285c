import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const APPLICATION = `
import { createClient } from "@workflow-api/client";
const api = createClient({ baseUrl: location.origin, domain: "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30", auth: { bearer: () => "token" } });
const keyed = createClient({ baseUrl: location.origin, domain: "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30", auth: { apiKey: "key", apiSecret: "secret" } });
await api.resetSmartContractInstance({ flowInstanceId: "1", containerInstanceId: "2", processInstanceId: "3", taskInstanceId: "4" });
await keyed.getVariablesCage({ id: "1", include: ["author"] });
`;

/** The size of an application that calls two operations, with openapi-fetch inside. */
export async function bundleSize(): Promise<{ readonly bytes: number; readonly gzipped: number }> {
  const { outputFiles } = await build({
    stdin: { contents: APPLICATION, resolveDir: fileURLToPath(new URL("..", import.meta.url)) },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    legalComments: "none",
    write: false,
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error("esbuild wrote nothing.");
  return { bytes: file.contents.byteLength, gzipped: gzipSync(file.contents, { level: 9 }).byteLength };
}
