import { createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { readOptions, UsageError } from "../src/options.ts";
import { assertPortFree, PortInUseError } from "../src/ports.ts";

describe("the command line", () => {
  test("has a port for the mock and one for the docs", () => {
    expect(readOptions([])).toEqual({ mockPort: 4010, docsPort: 4020 });
    expect(readOptions(["--mock-port", "1", "--docs-port=65535"])).toEqual({ mockPort: 1, docsPort: 65_535 });
  });

  test("gives help", () => {
    expect(readOptions(["--help"])).toBeUndefined();
  });

  test.each([
    ["an unknown option", ["--port", "1"], /--port.*--mock-port/],
    ["a port that is no number", ["--mock-port", "x"], /--mock-port takes a port from 1 to 65535, not "x"/],
    ["a port out of range", ["--docs-port", "65536"], /--docs-port/],
    ["an argument", ["mock"], /mock.*--mock-port/],
    ["one port for both", ["--mock-port", "4020"], /4020 cannot be the port of both.*--docs-port/],
  ])("refuses %s", (_, args, message) => {
    expect(() => readOptions(args)).toThrow(UsageError);
    expect(() => readOptions(args)).toThrow(message);
  });
});

test("a port in use is told with the option that changes it", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const checked = assertPortFree(port, "--mock-port", "npm start");
  await expect(checked).rejects.toThrow(PortInUseError);
  await expect(checked).rejects.toThrow(`Port ${port} is in use`);
  await expect(checked).rejects.toThrow(`npm start -- --mock-port ${port + 1}`);
  await new Promise((resolve) => server.close(resolve));
  await expect(assertPortFree(port, "--mock-port", "npm start")).resolves.toBeUndefined();
});
