import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fill } from "../src/samples/fill.ts";
import { type Service, startMockProcess } from "./mock.ts";
import { shellWithCurl } from "./shell.ts";

const run = promisify(execFile);
const source = new URL("../src/content/docs/guides/", import.meta.url);
const root = new URL("../../../", import.meta.url);
const folder = fileURLToPath(new URL("../.reports/guides/", import.meta.url));

interface Snippet {
  readonly guide: string;
  readonly language: string;
  readonly text: string;
  readonly index: number;
}

async function snippets(): Promise<Snippet[]> {
  const guides = (await readdir(source)).filter((name) => name.endsWith(".md"));
  const texts = await Promise.all(guides.map((guide) => readFile(new URL(guide, source), "utf8")));
  return texts.flatMap((markdown, place) =>
    [...markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = "", text = ""], index) => ({
      guide: guides[place] ?? "",
      language,
      text,
      index,
    })),
  );
}

const all = await snippets();
const modules = all.filter(({ language }) => language === "ts");
const shell = all.filter(({ language }) => language === "sh");
let mock: Service;

function fileOf({ guide, index }: Snippet): string {
  return join(folder, `${guide.replace(".md", "")}-${index}.ts`);
}

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  mock = await startMockProcess();
  for (const snippet of modules) {
    await writeFile(
      fileOf(snippet),
      fill(snippet.text, "ts", new Map([["http://127.0.0.1:4010", mock.url]])),
    );
  }
});

afterAll(() => mock?.close());

describe("the snippets of the guides", () => {
  test("are strictly typed", async () => {
    const config = {
      extends: "../../../../tsconfig.json",
      compilerOptions: { noEmit: true },
      include: ["*.ts"],
    };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
    const tsc = fileURLToPath(new URL("node_modules/typescript/bin/tsc", root));
    await run(process.execPath, [tsc, "-p", folder]).catch(({ stdout }) => expect(stdout).toBe(""));
  });

  test.for(modules)("$guide $index runs and prints something", async (snippet) => {
    const { stdout } = await run(process.execPath, [fileOf(snippet)]);
    expect(stdout.trim()).not.toBe("");
  });

  test.for(shell.filter(({ text }) => text.startsWith("curl")))(
    "$guide $index is answered by the mock",
    async ({ text }) => {
      const command = fill(text, "bash", new Map([["http://127.0.0.1:4010", mock.url]]));
      const { stdout } = await run("sh", ["-c", `${shellWithCurl}${command}`]);
      expect(JSON.parse(stdout)).toBeInstanceOf(Object);
    },
  );

  test("name only npm scripts that there are", async () => {
    const { scripts } = JSON.parse(await readFile(new URL("package.json", root), "utf8"));
    const named = all.flatMap(({ text }) =>
      [...text.matchAll(/\bnpm (?:run )?(\w+)/g)].map(([, name]) => name),
    );
    expect(named.filter((name) => name !== "ci" && !(name !== undefined && name in scripts))).toEqual([]);
  });

  test("name only options that the commands have", async () => {
    const commands = [
      { start: "npm run mock --", bin: "apps/mock/dist/bin.js" },
      { start: "npx workflow-api-verify", bin: "packages/conformance/dist/bin.js" },
    ];
    for (const { start, bin } of commands) {
      const { stdout } = await run(process.execPath, [fileURLToPath(new URL(bin, root)), "--help"]);
      const lines = all.flatMap(({ text }) => text.split("\n")).filter((line) => line.includes(start));
      const options = lines.flatMap(
        (line) => line.slice(line.indexOf(start) + start.length).match(/--[\w-]+/g) ?? [],
      );
      expect(options.length).toBeGreaterThan(0);
      expect(options.filter((option) => !stdout.includes(option))).toEqual([]);
    }
  });
});
