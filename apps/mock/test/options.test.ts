import { createServer } from "node:net";
import { listenOnFreePort } from "@workflow-api/workspace/testing";
import { afterAll, expect, test, vi } from "vitest";
import { main } from "../src/cli/main.ts";
import { readOptions } from "../src/cli/options.ts";

// The command line within this process. The program itself is tested in command-line.test.ts.

const taken = createServer();
const takenPort = await listenOnFreePort(taken);
afterAll(() => taken.close());

/** The exit code of the program, and what it prints. */
async function run(...args: readonly string[]): Promise<{ code: unknown; text: string }> {
  const printed: string[] = [];
  const print = (text: string): void => void printed.push(text);
  const spies = (["log", "error"] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation(print),
  );
  await main(args);
  const code = process.exitCode;
  process.exitCode = undefined;
  for (const spy of spies) spy.mockRestore();
  return { code, text: printed.join("\n") };
}

test.each<readonly [args: readonly string[], code: number, message: string]>([
  [
    ["--port", `${takenPort}`],
    1,
    `Port ${takenPort} of 127.0.0.1 is in use. Choose another with --port`,
  ],
  [["--host", "nowhere.invalid"], 1, "Port 4010 of nowhere.invalid is not of this machine"],
  [["--cors", "app"], 2, "An origin is a scheme, a host"],
  [["a.yaml", "b.yaml"], 2, "One contract is served, not several: a.yaml, b.yaml"],
  [["--contract", "https://a.example/openapi.yaml"], 2, "--contract takes a file"],
  [["--strict"], 2, "--strict needs --upstream, which names the real service"],
  [["--mock", "getCage"], 2, "--mock needs --upstream"],
  [["--upstream-timeout", "0", "--upstream", "http://a"], 2, "a whole number from 1 to 3600"],
  [["--upstream", "http://a.example/?b"], 2, "--upstream takes a URL such as"],
  [
    ["--upstream", "http://a.example", "--mock", "none"],
    2,
    'There is no operation "none"; there are ',
  ],
])("%j ends the program with %d, and says what is wrong: %s", async (args, code, message) => {
  const result = await run(...args);
  expect(result).toEqual({ code, text: expect.stringContaining(message) });
  expect(result.text).not.toContain("    at ");
});

test("--help and --version print and end", async () => {
  expect((await run("--help")).text).toContain("--allow-host NAME");
  expect((await run("--version")).text).toMatch(/^\d+\.\d+\.\d+$/);
});

test("the contract is also an argument", () => {
  const options = readOptions(["named.yaml", "-p", "0", "--host", "localhost"]);
  expect(options).toMatchObject({ contract: "named.yaml", port: 0, host: "localhost" });
});
