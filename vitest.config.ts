import { fileURLToPath } from "node:url";
import { defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";

// Each workspace runs this with its own folder as the root, and leaves a report that `npm test`
// adds up. `npm run thorough` sets THOROUGH, and then the slow tests run too.
const isThorough = process.env["THOROUGH"] === "1";
const timeoutMs = isThorough ? 3_600_000 : 300_000;

export default defineConfig({
  // Tests see the sources of the other packages, so that they need no build.
  ssr: { resolve: { conditions: ["@workflow-api/source", ...defaultServerConditions] } },
  test: {
    include: ["test/**/*.test.ts", ...(isThorough ? ["test/**/*.thorough.ts"] : [])],
    globalSetup: fileURLToPath(
      new URL("packages/workspace/support/temporary-folder.ts", import.meta.url),
    ),
    reporters: ["default", ["json", { outputFile: ".reports/vitest.json" }]],
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
    // As long as for anything on a page: the machine may be busy.
    expect: { poll: { timeout: 120_000 } },
  },
});
