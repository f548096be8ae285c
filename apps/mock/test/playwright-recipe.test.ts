import { execFile } from "node:child_process";
import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { findExecutable } from "@workflow-api/browser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "./support/free-port.ts";
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
  const port = await freePort();
  site = await startSite({ "/": application(`http://127.0.0.1:${port}`) });
  folder = await scratchFolder();
  await cp(recipe, folder, { recursive: true });
  // The ports of the recipe may be taken on this machine, and its browser is this machine's.
  for (const name of ["playwright.config.ts", "cage.spec.ts"]) {
    const text = await readFile(join(folder, name), "utf8");
    const moved = text.replaceAll("4010", String(port)).replaceAll("http://localhost:5173", site.url);
    await writeFile(join(folder, name), moved);
  }
  const { path, args, env } = await findExecutable();
  const launchOptions = { executablePath: path, args, env: { ...process.env, ...env } };
  await writeFile(
    join(folder, "here.config.ts"),
    `import config from "./playwright.config.ts";\nexport default { ...config, outputDir: "results", use: { ...config.use, launchOptions: ${JSON.stringify(launchOptions)} } };\n`,
  );
});

afterAll(async () => {
  site.close();
  await rm(folder, { recursive: true });
});

test("The recipe for Playwright passes as it stands", async () => {
  const args = [cli, "test", "--config", join(folder, "here.config.ts"), "--reporter", "json"];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder }).catch(
    (failure: { stdout: string; stderr: string }) => {
      throw new Error(failure.stdout + failure.stderr);
    },
  );
  expect(JSON.parse(stdout)).toMatchObject({ stats: { expected: 2, unexpected: 0, flaky: 0, skipped: 0 } });
});
