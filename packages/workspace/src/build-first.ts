import { runTurboQuietly } from "./turbo.ts";

// Builds what a command needs before that command runs, in one line: what it prints is what it was run for.
const built = await runTurboQuietly("Built", "build", ...process.argv.slice(2));
process.exitCode = built ? 0 : 1;
