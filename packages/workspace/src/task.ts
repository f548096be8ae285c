import { prepareCommand } from "./children.ts";
import { asksForHelp, taskHelp } from "./command-line.ts";
import { runTurbo } from "./turbo.ts";

// Runs a task of every workspace: `node task.ts lint`, followed by options of Turborepo.
prepareCommand();
const [task = "", ...options] = process.argv.slice(2);
const what = `Runs the script "${task}" of every workspace that has it.`;
if (!asksForHelp(options, taskHelp(`npm run ${task}`, what)))
  process.exitCode = await runTurbo([task, ...options]);
