import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codeBlocks, commandsIn } from "@workflow-api/workspace/readme";
import { expect, test } from "vitest";
import { runVerify } from "../src/command.ts";
import { readOptions } from "../src/options.ts";
import { createParcelService, parcels } from "./support/parcels.ts";
import { folder } from "./support/run.ts";
import { listen } from "./support/server.ts";

const readme = "packages/verify/README.md";
const name = "@workflow-api/verify";

test("The command of the README prints the report that follows it.", async () => {
  const [[, url = "", , file = "", ...args] = []] = commandsIn("packages/verify/README.md", name);
  const contract = join(folder, file);
  writeFileSync(contract, JSON.stringify(parcels.sourceDocument));
  const server = await listen(createParcelService());
  const printed: string[] = [];
  await runVerify(["--base-url", server.url, "--contract", contract, ...args], {
    environment: {},
    print: (text) => void printed.push(text),
    printError: () => undefined,
    onStart: () => undefined,
    interrupted: undefined,
  });
  await server.close();
  const [report = ""] = codeBlocks("packages/verify/README.md", "text");
  // Fresh values are others in each run.
  const withoutNumbers = (text: string): string => text.replaceAll(/\d+/g, "N");
  expect(withoutNumbers(printed.join("").trim())).toBe(
    withoutNumbers(report.replaceAll(url, server.url)),
  );
});

test.each(["README.md", readme])("The commands in %s have options that exist.", (path) => {
  const commands = commandsIn(path, name);
  expect(commands).not.toEqual([]);
  for (const args of commands)
    expect(readOptions(args.map((each) => each.replace("$SERVER", "http://a")))).toMatchObject({
      contract: "openapi.yaml",
      write: true,
    });
});

test("The action of the README has its inputs.", () => {
  const [workflow = ""] = codeBlocks("packages/verify/README.md", "yaml");
  const action = new URL("../../../.github/actions/verify/action.yml", import.meta.url);
  const inputs = readFileSync(action, "utf8").split("\nruns:")[0];
  expect(workflow).toContain("/.github/actions/verify@v");
  for (const [, input] of workflow.matchAll(/^ {4}([\w-]+):/gm))
    expect(inputs).toContain(`\n  ${input}:\n`);
});
