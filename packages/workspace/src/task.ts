import { asksForHelp, runTurbo } from "./turbo.ts";

// Runs a task of every workspace: `node task.ts lint`, with options of Turborepo behind it.
const [task = "", ...options] = process.argv.slice(2);
if (
  !asksForHelp(
    options,
    `npm run ${task}`,
    `Runs the script "${task}" of every workspace that has it.`,
  )
)
  process.exitCode = await runTurbo([task, ...options]);
