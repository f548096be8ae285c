import { runTurbo } from "./turbo.ts";

// `npm run lint` and its like: the task of every workspace, in the environment of the repository.
process.exitCode = await runTurbo(...process.argv.slice(2), "--output-logs=new-only", "--log-order=grouped");
