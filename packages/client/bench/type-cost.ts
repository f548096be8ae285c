import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../..", import.meta.url));
// TypeScript 5.9, in which the budget is stated, is where openapi-typescript needs it.
const compiler = path.join(root, "packages/types/node_modules/typescript/bin/tsc");

const PATHS = {
  reset:
    "/v1/flow_instances/{flowInstanceId}/relationships/container_instances/{containerInstanceId}/relationships/process_instances/{processInstanceId}/relationships/task_instances/{taskInstanceId}/reset",
  cage: "/data_dictionary/variables_cages/{id}",
};
const INSTANCE =
  '{ flowInstanceId: "1", containerInstanceId: "1", processInstanceId: "1", taskInstanceId: "1" }';
const LISTS = ['["author"]', '["author", "client"]', '["author", "client", "values"]', "[]", '["values"]'];

interface Program {
  readonly head: string;
  /** Two calls, and a use of what they answer. */
  readonly pair: (index: number, list: string) => string;
}

/** A program for each client whose calls are typed by the contract. */
const PROGRAMS: Readonly<Record<"this client" | "openapi-fetch", Program>> = {
  "this client": {
    head: `import { createClient } from "@workflow-api/client";
const api = createClient({ baseUrl: "http://127.0.0.1:9", domain: "d", auth: { apiKey: "k", apiSecret: "s" } });`,
    pair: (index, list) => `
const reset${index} = await api.resetSmartContractInstance(${INSTANCE});
const cage${index} = await api.getVariablesCage({ id: "1", include: ${list} });
console.log(reset${index}.acknowledge, cage${index}.data.attributes.name, cage${index}.data.relationships);`,
  },
  "openapi-fetch": {
    head: `import createClient from "openapi-fetch";
import type { paths } from "@workflow-api/types";
const api = createClient<paths>({ baseUrl: "http://127.0.0.1:9" });
const header = { "X-Domain": "d" };`,
    pair: (index, list) => `
const reset${index} = await api.POST("${PATHS.reset}", { params: { path: ${INSTANCE}, header } });
const cage${index} = await api.GET("${PATHS.cage}", { params: { path: { id: "1" }, query: { include: ${list} }, header } });
console.log(reset${index}.data?.acknowledge, cage${index}.data?.data.attributes.name, cage${index}.data?.data.relationships);`,
  },
};

/** The clients whose types can be measured. */
export const typedClients: readonly (keyof typeof PROGRAMS)[] = ["this client", "openapi-fetch"];

/** How many types TypeScript 5.9 instantiates for a program with some calls of a client. */
export async function instantiationsOf(client: keyof typeof PROGRAMS, calls: number): Promise<number> {
  const { head, pair } = PROGRAMS[client];
  const pairs = Array.from({ length: calls / 2 }, (_, index) =>
    pair(index, LISTS[index % LISTS.length] ?? "[]"),
  );
  const folder = await mkdtemp(path.join(tmpdir(), "type-cost-"));
  await writeProgram(folder, `${head}${pairs.join("")}\nexport {};\n`);
  const { stdout } = await run(process.execPath, [compiler, "-p", folder, "--extendedDiagnostics"]);
  await rm(folder, { recursive: true });
  return Number(/^Instantiations:\s+(\d+)$/m.exec(stdout)?.[1]);
}

async function writeProgram(folder: string, text: string): Promise<void> {
  await mkdir(path.join(folder, "node_modules/@workflow-api"), { recursive: true });
  for (const name of ["client", "types"]) {
    await symlink(path.join(root, "packages", name), path.join(folder, "node_modules/@workflow-api", name));
  }
  await symlink(
    path.join(root, "node_modules/openapi-fetch"),
    path.join(folder, "node_modules/openapi-fetch"),
  );
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: "es2022",
    lib: ["es2022", "dom"],
    module: "nodenext",
    types: [],
    skipLibCheck: true,
  };
  await writeFile(path.join(folder, "package.json"), '{ "type": "module" }');
  await writeFile(
    path.join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions, files: ["calls.ts"] }),
  );
  await writeFile(path.join(folder, "calls.ts"), text);
}
