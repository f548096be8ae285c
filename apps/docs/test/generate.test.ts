import { execFile } from "node:child_process";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { filesBelow } from "../src/generate/write-files.ts";

const program = fileURLToPath(new URL("../src/generate/main.ts", import.meta.url));
const bare = fileURLToPath(new URL("contracts/bare.yaml", import.meta.url));
const folder = await mkdtemp(join(tmpdir(), "generate-"));
const out = join(folder, "generated");

async function generate(contract: string): Promise<unknown> {
  const args = [program, "--contract", contract, "--out", out];
  return promisify(execFile)(process.execPath, args).catch((error: unknown) => error);
}

test("Of a contract without scenarios the changelog alone is generated", async () => {
  expect(await generate(bare)).toMatchObject({ stderr: "" });
  expect(await filesBelow(out)).toEqual(["changelog.json"]);
});

test("A contract that cannot be read is refused with its place, and nothing else is said", async () => {
  const broken = join(folder, "openapi.yaml");
  await writeFile(broken, (await readFile(bare, "utf8")).replace("openapi: 3.1", "openapi: 3.0"));
  const message = expect.stringMatching(/^\S+openapi\.yaml:2:\d+ .*OpenAPI 3\.1.*\n$/);
  expect(await generate(broken)).toMatchObject({ code: 1, stderr: message });
});
