import { defineConfig } from "vitest/config";

// One configuration for every workspace: each runs it with its own folder as the root, and leaves a report
// that `npm test` adds up.
export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    reporters: ["default", ["json", { outputFile: ".reports/vitest.json" }]],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    typecheck: { enabled: false },
  },
});
