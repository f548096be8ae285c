// The picture of a report that the docs show, of a server that breaks the contract in two ways:
//   npm run picture -w packages/conformance -- FILE.png
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { launchBrowser } from "@workflow-api/browser";
import { isObject, loadContract } from "@workflow-api/contract";
import { runVerify } from "../src/index.ts";
import { startContractServer } from "./support/contract-server.ts";

const [name = "report.png"] = process.argv.slice(2);
const picture = resolve(name);
// Where the contract stands is told from the folder of the repository.
process.chdir(join(import.meta.dirname, "..", "..", ".."));
const server = await startContractServer(await loadContract(), {
  overlooks: ({ part }) => part.startsWith("query "),
  spoils: (answer) => {
    const parsed: unknown = answer.status === 200 && answer.body !== "" ? JSON.parse(answer.body) : undefined;
    if (!isObject(parsed) || !isObject(parsed["data"])) return answer;
    const { id: _, ...data } = parsed["data"];
    return { ...answer, body: JSON.stringify({ ...parsed, data }) };
  },
});
const folder = await mkdtemp(join(tmpdir(), "picture-"));
const html = join(folder, "report.html");
await runVerify(["--base-url", server.url, "--reporter", `html=${html}`], {
  environment: { WORKFLOW_API_KEY: "t0ken", WORKFLOW_API_SECRET: "t0ken" },
  print: (text) => void process.stdout.write(text),
  printError: (text) => void process.stderr.write(text),
  progress: undefined,
});
await server.close();
const browser = await launchBrowser();
const context = await browser.newContext({ viewport: { width: 800, height: 760 }, deviceScaleFactor: 1.5 });
const page = await context.newPage();
await page.goto(pathToFileURL(html).href);
await page.screenshot({ path: picture });
await browser.close();
await rm(folder, { recursive: true });
