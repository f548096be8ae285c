import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../src/environment.ts";
import { freePort, runCommand } from "../src/run-command.ts";

test("a service that does not start ends the command with 1 and without a stack", async () => {
  const file = join(await mkdtemp(join(tmpdir(), "start-")), "command.mjs");
  const main = new URL("../src/main.ts", import.meta.url).href;
  await writeFile(
    file,
    `import { main } from ${JSON.stringify(main)};
const fails = ["-e", "console.error('It has said why.'); process.exit(1)"];
await main({ name: "npm start", what: "", run: (_, services) => services.start("docs", fails) });
`,
  );
  const ports = ["--mock-port", `${await freePort()}`, "--docs-port", `${await freePort()}`];
  const command = runCommand(root, process.execPath, file, ...ports);
  expect(await command.exit).toBe(1);
  expect(command.output()).toBe("It has said why.\nThe docs did not start; see above.\n");
});
