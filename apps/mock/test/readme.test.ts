import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { codeBlocks, commandsIn } from "@workflow-api/workspace/readme";
import { expect, onTestFinished, test } from "vitest";
import { readOptions } from "../src/cli/options.ts";
import { startMock } from "../src/index.ts";

test("the commands of the READMEs have options that exist", () => {
  const paths = ["README.md", "apps/mock/README.md"];
  const commands = paths.flatMap((path) => commandsIn(path, "@workflow-api/mock"));
  expect(commands).toHaveLength(4);
  for (const args of commands) expect(() => readOptions(args)).not.toThrow();
});

test("the curl commands of the README get what they ask for", async () => {
  const mock = await startMock({ port: 0 });
  onTestFinished(() => mock.close());
  const blocks = codeBlocks("apps/mock/README.md", "sh").filter((code) => code.includes("curl"));
  expect(blocks).toHaveLength(2);
  for (const code of blocks) {
    const script = code
      .replaceAll("http://127.0.0.1:4010", mock.url)
      .replaceAll(/\bcurl\b(?! command)/g, "curl --silent --fail --output /dev/null");
    await promisify(execFile)("sh", ["-e", "-c", script]);
  }
  expect(mock.requests()).toEqual([]);
});
