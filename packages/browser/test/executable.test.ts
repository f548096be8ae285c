import { execFile } from "node:child_process";
import { mkdtemp, readdir, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { findExecutable, isLocal } from "@workflow-api/browser";
import { afterEach, describe, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("the look-up of the browser", () => {
  test("CHROMIUM_PATH comes first", async () => {
    vi.stubEnv("CHROMIUM_PATH", process.execPath);
    expect((await findExecutable()).path).toBe(process.execPath);
  });

  test("a CHROMIUM_PATH that names nothing is an error that says so", async () => {
    vi.stubEnv("CHROMIUM_PATH", "/nowhere/chromium");
    await expect(findExecutable()).rejects.toThrow(
      "CHROMIUM_PATH names no executable file: /nowhere/chromium",
    );
  });

  test.runIf(process.platform === "linux" && process.arch === "x64")(
    "several processes that unpack at once get one whole folder and leave nothing else",
    async () => {
      const cache = await mkdtemp(join(tmpdir(), "cache-"));
      const script = `
        import { npmChromium } from ${JSON.stringify(new URL("../src/npm-chromium.ts", import.meta.url))};
        process.stdout.write((await npmChromium(process.argv[1])).path);`;
      const start = () => promisify(execFile)(process.execPath, ["--input-type=module", "-e", script, cache]);
      const paths = (await Promise.all([start(), start()])).map(({ stdout }) => stdout);
      const [folder = "", ...others] = await readdir(cache);
      expect(others).toEqual([]);
      const path = join(cache, folder, "chromium");
      expect(paths).toEqual([path, path]);
      expect((await stat(path)).isFile()).toBe(true);
    },
  );
});

describe("what counts as this machine", () => {
  test.each(["http://127.0.0.1:4010/", "http://localhost/", "http://[::1]:80/", "data:,x", "about:blank"])(
    "%s is local",
    (address) => expect(isLocal(address)).toBe(true),
  );

  test.each([
    "http://127.0.0.1.example.com/",
    "https://example.com/127.0.0.1",
    "http://10.0.0.1/",
    "wss://a.b/",
  ])("%s is foreign", (address) => expect(isLocal(address)).toBe(false));
});
