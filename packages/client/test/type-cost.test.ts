import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../..", import.meta.url));
// TypeScript 5.9, in which the budget is stated, is where openapi-typescript needs it.
const compiler = path.join(root, "packages/types/node_modules/typescript/bin/tsc");

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "type-cost-"));
  await mkdir(path.join(folder, "node_modules/@workflow-api"), { recursive: true });
  await symlink(path.join(root, "packages/client"), path.join(folder, "node_modules/@workflow-api/client"));
  await writeFile(path.join(folder, "package.json"), '{ "type": "module" }');
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: "es2022",
    lib: ["es2022", "dom"],
    module: "nodenext",
    types: [],
    skipLibCheck: true,
  };
  await writeFile(
    path.join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions, files: ["calls.ts"] }),
  );
});
afterAll(() => rm(folder, { recursive: true }));

test("20 calls cost at most 1,000 instantiations, and each further call none", async () => {
  const cost = await instantiationsOf(20);
  expect(cost).toBeGreaterThan(0);
  expect(cost).toBeLessThanOrEqual(1000);
  expect(await instantiationsOf(40)).toBe(cost);
});

async function instantiationsOf(calls: number): Promise<number> {
  const lists = ['["author"]', '["author", "client"]', '["author", "client", "values"]', "[]", '["values"]'];
  const pairs = Array.from(
    { length: calls / 2 },
    (_, index) => `
const reset${index} = await api.resetSmartContractInstance({ flowInstanceId: "1", containerInstanceId: "1", processInstanceId: "1", taskInstanceId: "1" });
const cage${index} = await api.getVariablesCage({ id: "1", include: ${lists[index % lists.length]} });
console.log(reset${index}.acknowledge, cage${index}.data.attributes.name, cage${index}.data.relationships);`,
  );
  const head = `import { createClient } from "@workflow-api/client";
const api = createClient({ baseUrl: "http://127.0.0.1:9", domain: "d", auth: { apiKey: "k", apiSecret: "s" } });`;
  await writeFile(path.join(folder, "calls.ts"), `${head}${pairs.join("")}\nexport {};\n`);
  const { stdout } = await run(process.execPath, [compiler, "-p", folder, "--extendedDiagnostics"]);
  return Number(/^Instantiations:\s+(\d+)$/m.exec(stdout)?.[1]);
}
