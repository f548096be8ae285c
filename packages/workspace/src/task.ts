import { prepareCommand } from "./children.ts";
import { asksForHelp, runTurbo } from "./turbo.ts";

// Runs a task of every workspace: `node task.ts lint`, with options of Turborepo behind it.
prepareCommand();
const [task = "", ...options] = process.argv.slice(2);
const what = `Runs the script "${task}" of every workspace that has it.`;
if (!asksForHelp(options, `npm run ${task}`, what))
  process.exitCode = await runTurbo([task, ...options]);
