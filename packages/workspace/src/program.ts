import { join } from "node:path";
import { prepareCommand, startProgram, waitForEnd } from "./children.ts";
import { environment, root, runTurboQuietly } from "./turbo.ts";

// Builds a workspace, then runs one of its programs:
// `node program.ts @workflow-api/mock apps/mock/dist/bin.js --port 4310`. The exit code is that of
// the program, after a Ctrl-C too.
prepareCommand();
const [workspace = "", program = "", ...args] = process.argv.slice(2);
await runTurboQuietly(`Built ${workspace}`, "build", `--filter=${workspace}`);
process.exitCode = await waitForEnd(
  startProgram(process.execPath, [join(root, program), ...args], {
    env: environment,
    stdio: ["inherit", "inherit", "inherit"],
  }),
);
