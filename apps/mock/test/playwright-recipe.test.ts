import { execFile } from "node:child_process";
import { cp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { findExecutable } from "@workflow-api/browser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scratchFolder } from "./support/generated-client.ts";
import { type Site, startSite } from "./support/site.ts";

/** The application of the reader: it shows a cage, or what went wrong. */
const application = (service: string): string => `<!doctype html>
<title>Application</title>
<link rel="icon" href="data:,">
<p id="shown"></p>
<script type="module">
  const shown = document.getElementById("shown");
  const headers = { "X-Domain": "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30", "X-API-KEY": "key", "X-API-SECRET": "secret" };
  try {
    const answer = await fetch("${service}/data_dictionary/variables_cages/cage-text", { headers });
    const body = await answer.json();
    shown.setAttribute("role", answer.ok ? "status" : "alert");
    shown.textContent = answer.ok ? body.data.attributes.name : body.title;
  } catch {
    shown.setAttribute("role", "alert");
    shown.textContent = "The service does not answer";
  }
</script>`;

const recipe = fileURLToPath(new URL("recipes/playwright", import.meta.url));
const cli = createRequire(import.meta.url).resolve("@playwright/test/cli");

let folder: string;
let site: Site;

beforeAll(async () => {
  // Nobody is at this address: what the page gets comes from the mock of the test.
  site = await startSite({ "/": application("http://127.0.0.1:4010") });
  folder = await scratchFolder();
  await cp(recipe, folder, { recursive: true });
  const { path, args, env } = await findExecutable();
  const launchOptions = { executablePath: path, args, env: { ...process.env, ...env } };
  const use = { baseURL: site.url, launchOptions };
  // Two at a time: each has a mock of its own. A busy machine takes long.
  const patience = { timeout: 120_000, expect: { timeout: 60_000 } };
  const config = { testDir: ".", outputDir: "results", fullyParallel: true, workers: 2, use, ...patience };
  await writeFile(join(folder, "playwright.config.ts"), `export default ${JSON.stringify(config)};\n`);
});

afterAll(async () => {
  site.close();
  await rm(folder, { recursive: true });
});

test("The recipe for Playwright passes as it stands", async () => {
  const args = [cli, "test", "--config", join(folder, "playwright.config.ts"), "--reporter", "json"];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder }).catch(
    (failure: { stdout: string; stderr: string }) => {
      throw new Error(failure.stdout + failure.stderr);
    },
  );
  expect(JSON.parse(stdout)).toMatchObject({ stats: { expected: 2, unexpected: 0, flaky: 0, skipped: 0 } });
});
