import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
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
      const TMPDIR = await mkdtemp(join(tmpdir(), "browser-test-"));
      const script = `
        import { findExecutable } from "@workflow-api/browser";
        process.stdout.write((await findExecutable()).path);`;
      const start = () =>
        promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
          cwd: import.meta.dirname,
          env: { ...process.env, TMPDIR, CHROMIUM_PATH: "" },
        });
      const paths = (await Promise.all([start(), start()])).map(({ stdout }) => stdout);
      const folders = (await readdir(TMPDIR)).filter((name) => name.startsWith("workflow-api-chromium"));
      expect(folders).toHaveLength(1);
      expect(paths).toEqual(paths.map(() => join(TMPDIR, folders[0] ?? "", "chromium")));
      await rm(TMPDIR, { recursive: true });
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
