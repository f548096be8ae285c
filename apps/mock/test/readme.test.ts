import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { loadContract } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { startMock } from "../src/index.ts";
import { paste } from "./support/paste.ts";
import { rawRequests } from "./support/raw-requests.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

test("The README lists every deliberate difference from Prism, with what both do", () => {
  const rows = [...readme.matchAll(/^\| (.+) \| (\S+) \| (\d{3}) \|$/gm)].map(([, title = "", stock, own]) =>
    [title.replaceAll("`", ""), stock, own].join(" | "),
  );
  const differing = rawRequests.filter(({ stock }) => stock !== undefined);
  expect(rows).toEqual(differing.map(({ title, stock, own }) => [title, stock, own].join(" | ")));
});

const recipes = fileURLToPath(new URL("recipes", import.meta.url));

/** What stands for a component of the reader is none of the README's. */
const shown = readdirSync(recipes, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && basename(file) !== "cage.ts",
);

test.each(shown)("The README shows the recipe %s as it is run", (file) => {
  expect(readme).toContain(`\`\`\`ts\n${readFileSync(join(recipes, file), "utf8")}\`\`\`\n`);
});

test("Every command of the README that controls the mock works", async () => {
  const mock = await startMock();
  const commands = readme.match(/^curl .*\/__mock\/.*$/gm) ?? [];
  expect(commands.length).toBeGreaterThan(5);
  for (const command of commands) {
    const here = command.replace("curl ", "curl -i ").replace("http://127.0.0.1:4010", mock.url);
    expect(await paste(here), command).toMatch(/^HTTP\/1\.1 200 /);
  }
  await mock.close();
});

test("The README says what the modules for pages weigh, beside the contract", async () => {
  const folder = fileURLToPath(new URL("../dist/browser", import.meta.url));
  const modules = readdirSync(folder)
    .filter((file) => file.endsWith(".js"))
    .map((file) => readFileSync(join(folder, file)));
  const document = Buffer.from(JSON.stringify((await loadContract()).document));
  const weight = (bytes: number): string => (bytes / 1e6).toFixed(1);
  const [, whole, compressed] = /modules of ([\d.]+) MB, ([\d.]+) MB/.exec(readme) ?? [];
  const all = Buffer.concat(modules);
  expect(weight(all.length - document.length)).toBe(whole);
  expect(weight(gzipSync(all).length - gzipSync(document).length)).toBe(compressed);
});
