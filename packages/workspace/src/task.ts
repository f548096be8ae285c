import { runTurbo } from "./turbo.ts";

// Runs a task of every workspace: `node task.ts lint`, with options of Turborepo behind it.
const [task = "", ...options] = process.argv.slice(2);
if (options.includes("--help") || options.includes("-h")) {
  process.stdout.write(`Runs the script "${task}" of every workspace that has one.

Usage: npm run ${task} -- [options]

  --filter=NAME   in one workspace only, such as @workflow-api/mock
  --force         run again what the cache holds
  --help          this text

Every option of Turborepo works: npx turbo run --help lists them.
`);
} else {
  process.exitCode = await runTurbo([task, ...options]);
}
