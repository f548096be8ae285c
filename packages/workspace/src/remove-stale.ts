import { removeStaleOutput } from "./stale-output.ts";

// The last word of the compiler in every build: run in the folder of a workspace.
removeStaleOutput(process.cwd());
