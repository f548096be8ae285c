import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const INSTANCE =
  '{ flowInstanceId: "1", containerInstanceId: "2", processInstanceId: "3", taskInstanceId: "4" }';
const HEADERS = '{ "X-Domain": "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30", Accept: "application/vnd.api+json" }';
const RESET =
  "/v1/flow_instances/{flowInstanceId}/relationships/container_instances/{containerInstanceId}/relationships/process_instances/{processInstanceId}/relationships/task_instances/{taskInstanceId}/reset";

/** An application that calls both operations, with each client. */
export const applications: Readonly<Record<string, string>> = {
  "this client": `
import { createClient } from "@workflow-api/client";
const api = createClient({ baseUrl: location.origin, domain: "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30", auth: { bearer: () => "token" } });
const keyed = createClient({ baseUrl: location.origin, domain: "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30", auth: { apiKey: "key", apiSecret: "secret" } });
await api.resetSmartContractInstance(${INSTANCE});
await keyed.getVariablesCage({ id: "1", include: ["author"] });
`,
  "its methods alone": `
import { createMethods } from "@workflow-api/client";
const api = createMethods({ baseUrl: location.origin, domain: "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30", auth: { bearer: () => "token" } });
const keyed = createMethods({ baseUrl: location.origin, domain: "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30", auth: { apiKey: "key", apiSecret: "secret" } });
await api.resetSmartContractInstance(${INSTANCE});
await keyed.getVariablesCage({ id: "1", include: ["author"] });
`,
  "openapi-fetch": `
import createClient from "openapi-fetch";
const api = createClient({ baseUrl: location.origin, headers: { ...${HEADERS}, Authorization: "Bearer token" } });
const keyed = createClient({ baseUrl: location.origin, headers: { ...${HEADERS}, "X-API-KEY": "key", "X-API-SECRET": "secret" } });
await api.POST("${RESET}", { params: { path: ${INSTANCE} } });
await keyed.GET("/data_dictionary/variables_cages/{id}", { params: { path: { id: "1" }, query: { include: ["author"] } } });
`,
  "hey-api": `
import { createClient, getVariablesCage, resetSmartContractInstance } from "./bench/generated/hey-api.js";
const api = createClient({ baseUrl: location.origin, headers: ${HEADERS}, auth: () => "token" });
await resetSmartContractInstance({ client: api, path: ${INSTANCE} });
await getVariablesCage({ client: api, path: { id: "1" }, query: { include: ["author"] } });
`,
  ky: `
import ky from "ky";
const api = ky.create({ prefixUrl: location.origin, headers: ${HEADERS} });
await api.post("${RESET}".slice(1), { headers: { Authorization: "Bearer token" } }).json();
await api.get("data_dictionary/variables_cages/1?include=author", { headers: { "X-API-KEY": "key", "X-API-SECRET": "secret" } }).json();
`,
};

/** How large an application is with everything that it imports, in bytes. */
export interface BundleSize {
  readonly bytes: number;
  readonly gzipped: number;
  /** What each file takes of it, minified, the largest first. */
  readonly parts: readonly (readonly [file: string, bytes: number])[];
}

/**
 * The size of an application, minified.
 *
 * @param client The entry module of another client to measure it with.
 */
export async function bundleSize(
  contents: string = applications["this client"] ?? "",
  client?: string,
): Promise<BundleSize> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL("..", import.meta.url)) },
    alias: client === undefined ? {} : { "@workflow-api/client": client },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    legalComments: "none",
    metafile: true,
    write: false,
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error("esbuild wrote nothing.");
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  return {
    bytes: file.contents.byteLength,
    gzipped: gzipSync(file.contents, { level: 9 }).byteLength,
    parts: inputs
      .map(
        ([name, { bytesInOutput }]) => [path.basename(name).replace(/\.[jt]s$/, ""), bytesInOutput] as const,
      )
      .toSorted(([, one], [, other]) => other - one),
  };
}
