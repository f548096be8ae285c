import { asksForHelp, taskHelp } from "./task-help.ts";
import { runTurbo } from "./turbo.ts";

// `npm run lint` and its like: the task of every workspace, in the environment of the repository.
const [task = "", ...options] = process.argv.slice(2);
if (asksForHelp(options)) {
  process.stdout.write(taskHelp(`npm run ${task}`, `Runs the task ${task} of every workspace.`));
} else {
  process.exitCode = await runTurbo(task, ...options, "--output-logs=new-only", "--log-order=grouped");
}
