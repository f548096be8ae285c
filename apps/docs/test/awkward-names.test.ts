import { execFile } from "node:child_process";
import { cp, glob, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { loadContract } from "@workflow-api/contract";
import { ownEnv } from "@workflow-api/workspace/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Service, startMockProcess } from "./mock.ts";

// The page of the mock, the samples and the client say each on its own what a call looks like. They must agree where a
// name cannot be taken as it is.
const file = fileURLToPath(new URL("contracts/awkward-names.yaml", import.meta.url));
const contract = await loadContract(file);
const rows = contract.operations.flatMap(({ operationId, scenarios }) =>
  scenarios.map(({ name }) => ({ operationId, scenario: name })),
);
const at = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
// Inside the workspace, where the packages of the registry are found.
const folder = at("apps/docs/.reports/names");
let mock: Service;

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  mock = await startMockProcess("--contract", file);
  await Promise.all([installClient(), writeSamples(), writeCalls()]);
});

afterAll(() => mock?.close());

async function run(program: string, ...args: readonly string[]): Promise<void> {
  const options = { cwd: folder, env: ownEnv() };
  await promisify(execFile)(process.execPath, [program, ...args], options).catch(({ stdout, stderr }) =>
    expect.fail(`${program} failed: ${stdout}${stderr}`),
  );
}

/** Makes the client of the contract the package that programs in the folder import. */
async function installClient(): Promise<void> {
  const client = join(folder, "client");
  await cp(at("packages/client/src"), join(client, "src"), { recursive: true });
  const generated = join(client, "src/generated");
  await run(at("packages/client/generate/main.ts"), "--contract", file, "--out", generated);
  const manifest = { name: "@workflow-api/client", type: "module", exports: "./src/index.ts" };
  await writeFile(join(client, "package.json"), JSON.stringify(manifest));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  await mkdir(join(folder, "node_modules/@workflow-api"), { recursive: true });
  await symlink(client, join(folder, "node_modules/@workflow-api/client"));
}

/** Writes the samples for the client, with the mock in place of every server. */
async function writeSamples(): Promise<void> {
  await run(at("apps/docs/src/generate/main.ts"), "--contract", file, "--out", join(folder, "docs"));
  const addresses = contract.operations.flatMap(({ servers }) => servers.map(({ defaultUrl }) => defaultUrl));
  for await (const path of glob("docs/samples/*/*client.ts", { cwd: folder })) {
    const [, , operationId, name = ""] = path.split("/");
    const text = await readFile(join(folder, path), "utf8");
    const local = addresses.reduce((all, each) => all.replaceAll(`"${each}"`, `"${mock.url}"`), text);
    await writeFile(join(folder, `docs-${operationId}-${name.split(".")[0]}.ts`), local);
  }
}

/** What the mock tells its page. */
interface State {
  readonly operations: readonly {
    readonly operationId: string;
    readonly scenarios: readonly { readonly name: string; readonly call: string }[];
  }[];
}

/** Writes the calls that the page of the mock shows. */
async function writeCalls(): Promise<void> {
  const { operations }: State = JSON.parse(await (await fetch(`${mock.url}/__mock/state`)).text());
  for (const { operationId, scenarios } of operations) {
    for (const { name, call } of scenarios) {
      await writeFile(join(folder, `mock-${operationId}-${name}.ts`), `${call}\nconsole.log(answer);\n`);
    }
  }
}

test("the calls on the mock's page and in the samples are of the types of the client", async () => {
  const config = { extends: at("tsconfig.json"), include: ["*.ts"] };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  await run(at("node_modules/typescript/bin/tsc"), "-p", folder);
});

test.for(rows)("$operationId: both reach $scenario", async ({ operationId, scenario }) => {
  for (const from of ["mock", "docs"]) {
    await fetch(`${mock.url}/__mock/reset`, { method: "POST" });
    await run(`${from}-${operationId}-${scenario}.ts`);
    const requests: unknown = await (await fetch(`${mock.url}/__mock/requests`)).json();
    expect(requests, from).toMatchObject([{ operationId, scenario, reason: "matched" }]);
  }
});
