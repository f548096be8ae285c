import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { loadContract } from "@workflow-api/contract";
import { expect, it } from "vitest";
import { startSite } from "../src/serve.ts";
import { buildSite, root } from "./support.ts";

it("works below a path, with absolute links to its origin and another mock", async () => {
  const { folder } = await buildSite(undefined, {
    DOCS_BASE: "/docs/",
    DOCS_SITE: "https://api.example",
    MOCK_URL: "http://127.0.0.1:4999",
  });
  const reference = `reference/${loadContract().operations[0]?.operationId}/`;
  const html = await readFile(join(folder, reference, "index.html"), "utf8");
  expect(html).not.toContain("127.0.0.1:4010");
  const links = [...html.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(([, link = ""]) => link);
  expect(links.filter((link) => !link.startsWith("/docs/"))).toEqual([]);
  const machines = await readFile(join(folder, "llms.txt"), "utf8");
  expect(machines).toContain(`https://api.example/docs/${reference}index.md`);
  const twin = await readFile(join(folder, reference, "index.md"), "utf8");
  expect(twin).toContain("https://api.example/docs/authentication-and-errors/");
  const site = await startSite({ folder });
  expect(site.url).toMatch(/\/docs\/$/);
  expect((await fetch(site.url)).status).toBe(200);
  await site.close();
});

it("lists the operations that are omitted, with the reason", async () => {
  const responses = { "204": { description: "Done." } };
  const schema = { prefixItems: [{ type: "string" }] };
  const requestBody = { required: true, content: { "application/json": { schema } } };
  const document = {
    openapi: "3.1.0",
    info: { title: "Things", version: "1" },
    paths: { "/things": { get: { responses }, post: { requestBody, responses } } },
  };
  const { folder } = await buildSite(document);
  expect(await readFile(join(folder, "omitted/index.html"), "utf8")).toContain("prefixItems");
});

it.each([
  ["SIGTERM", [143, null]],
  ["SIGKILL", [null, "SIGKILL"]],
] as const)("ends at a %s at once, without a site and a folder", async (signal, exit) => {
  const workFolders = async (): Promise<string[]> =>
    (await readdir(join(root, "node_modules"))).filter((name) => name.startsWith(".docs-"));
  const before = await workFolders();
  const out = join(root, "node_modules/.stopped");
  const env = { PATH: process.env["PATH"], DOCS_OUT: out };
  const child = spawn(process.execPath, ["src/main.ts", "build"], { cwd: root, env });
  await expect.poll(workFolders).not.toEqual(before);
  child.kill(signal);
  expect(await once(child, "exit")).toEqual(exit);
  await expect.poll(workFolders).toEqual(before);
  expect(existsSync(out)).toBe(false);
});
