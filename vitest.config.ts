import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// One configuration for every workspace: each runs it with its own folder as the root, and leaves a report that `npm test`
// adds up. `npm run thorough` sets THOROUGH, and then the slow tests run too.
const isThorough = process.env["THOROUGH"] === "1";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts", ...(isThorough ? ["test/**/*.thorough.ts"] : [])],
    globalSetup: fileURLToPath(new URL("packages/workspace/src/temporary-folder.ts", import.meta.url)),
    reporters: ["default", ["json", { outputFile: ".reports/vitest.json" }]],
    // The last workspace of a run has the machine to itself.
    maxWorkers: "100%",
    testTimeout: isThorough ? 3_600_000 : 300_000,
    hookTimeout: isThorough ? 3_600_000 : 300_000,
    // What is polled for is waited for as long as anything on a page: the machine may do other work.
    expect: { poll: { timeout: 120_000 } },
  },
});
