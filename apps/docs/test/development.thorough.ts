import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contractFile } from "@workflow-api/contract";
import { launchBrowser } from "@workflow-api/workspace/browser";
import { runCommand } from "@workflow-api/workspace/testing";
import { expect, it } from "vitest";
import { root } from "./support.ts";

it("reloads an open page when the contract changes, and reports a broken contract", async () => {
  const file = join(await mkdtemp(join(tmpdir(), "dev-")), "openapi.yaml");
  const text = await readFile(contractFile(), "utf8");
  await writeFile(file, text);
  const program = [`CONTRACT_FILE=${file}`, process.execPath, "src/main.ts", "dev"];
  const options = ["--port", "0", "--mock-url", "http://127.0.0.1:4999"];
  const docs = runCommand(root, "env", ...program, ...options);
  const browser = await launchBrowser();
  try {
    const url = await docs.printed(/http:\/\/127\.0\.0\.1\S+/);
    const page = await browser.newPage();
    const content = (): Promise<string> =>
      page
        .locator("body")
        .innerText()
        .catch(() => "");
    await page.goto(`${url}reference/getVariablesCage/`);
    await expect.poll(content).toContain("http://127.0.0.1:4999");
    // A file that is written while the server restarts may go unseen: it is written until it is
    // seen.
    const shows = async (contract: string, seen: () => Promise<boolean>): Promise<void> =>
      await expect
        .poll(async () => (await seen()) || (await writeFile(file, contract)), { interval: 6_000 })
        .toBe(true);
    await shows(text.replaceAll("Get info about a variable cage", "Read a cage"), async () =>
      (await content()).includes("Read a cage"),
    );
    await shows(
      text.replace("style: form", "style: deepObject"),
      async () => (await page.getByText(/has style deepObject/).count()) > 0,
    );
    // The open page reloads while the server restarts, and may stay empty: a reader loads it again.
    await shows(text, async () => {
      await page.reload({ timeout: 5000 }).catch(() => undefined);
      return (await content()).includes("Get info about a variable cage");
    });
  } finally {
    await browser.close();
    docs.signal("SIGTERM");
  }
});
