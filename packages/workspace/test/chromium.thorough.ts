import { mkdtemp, readdir, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { npmChromium } from "../src/chromium.ts";

test.runIf(process.platform === "linux" && process.arch === "x64")(
  "who unpacks Chromium at the same time gets one complete folder, and nothing else stays",
  async () => {
    const cache = await mkdtemp(join(tmpdir(), "cache-"));
    const found = await Promise.all([npmChromium(cache), npmChromium(cache)]);
    const path = join(cache, "chromium", "chromium");
    expect(found).toMatchObject([{ path }, { path }]);
    expect(await readdir(cache)).toEqual(["chromium"]);
    expect((await stat(path)).isFile()).toBe(true);
  },
);
