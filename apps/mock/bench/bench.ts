import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measureProxy } from "./proxy.ts";
import { measureSpeed } from "./speed.ts";
import { measureStart } from "./start.ts";

// The promises of the mock about time, as ratios against bare Node.js in the same run, so that they
// hold on a busy machine too. A limit that is missed makes the exit code 1.

const folder = mkdtempSync(join(tmpdir(), "mock-bench-"));
const log = join(folder, "log");
for (const measure of [measureStart, measureSpeed, measureProxy])
  for (const { limit, measured, unit, what } of await measure(log)) {
    const isMet = "most" in limit ? measured <= limit.most : measured >= limit.least;
    if (!isMet) process.exitCode = 1;
    const bound = "most" in limit ? `at most ${limit.most}` : `at least ${limit.least}`;
    const digits = measured < 10 ? 2 : 0;
    const text = `${measured.toFixed(digits)}${unit}, ${bound}${isMet ? "" : ": MISSED"}`;
    console.log(`${what.padEnd(60)} ${text}`);
  }
rmSync(folder, { recursive: true });
