import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchBrowser } from "@workflow-api/workspace/browser";
import { runCommand } from "@workflow-api/workspace/testing";
import { expect, it } from "vitest";
import { root } from "./support.ts";

const contractWith = (summary: string, style = "form"): string => `openapi: 3.1.0
info: { title: Things, version: "1" }
paths:
  /things:
    get:
      operationId: getThings
      summary: ${summary}
      parameters: [{ in: query, name: kind, style: ${style}, schema: { type: string } }]
      responses: { "204": { description: Done. } }
`;

it("reloads an open page when the contract changes, and reports a broken contract", async () => {
  const file = join(await mkdtemp(join(tmpdir(), "dev-")), "openapi.yaml");
  await writeFile(file, contractWith("List things"));
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
    await page.goto(`${url}reference/getThings/`);
    await expect.poll(content).toContain("http://127.0.0.1:4999");
    // A file that is written while the server restarts may go unseen: it is written until it is
    // seen.
    const shows = async (contract: string, seen: () => Promise<boolean>): Promise<void> =>
      await expect
        .poll(async () => (await seen()) || (await writeFile(file, contract)), { interval: 6_000 })
        .toBe(true);
    const includes = (text: string) => async (): Promise<boolean> =>
      (await content()).includes(text);
    await shows(contractWith("Read things"), includes("Read things"));
    await shows(
      contractWith("Read things").replace("openapi: 3.1.0", "openapi: 9.9.9"),
      async () => (await page.getByText(/openapi/).count()) > 0,
    );
    // The open page reloads while the server restarts, and may stay empty: a reader loads it again.
    await shows(contractWith("List things"), async () => {
      await page.reload({ timeout: 5000 }).catch(() => undefined);
      return await includes("List things")();
    });
  } finally {
    await browser.close();
    docs.signal("SIGTERM");
  }
});
