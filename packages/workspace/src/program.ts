import { join } from "node:path";
import { prepareCommand, receivedSignal, startProgram, waitForEnd } from "./children.ts";
import { environment, root, runTurboQuietly } from "./turbo.ts";

// Builds a workspace, with one line on standard error, and then runs one of its programs:
// `node program.ts @workflow-api/mock apps/mock/dist/bin.js --port 4310`. The command ends with the
// exit code of the program, after a Ctrl-C too.
prepareCommand();
const [workspace = "", program = "", ...args] = process.argv.slice(2);
process.exitCode = await runTurboQuietly(`Built ${workspace}`, "build", `--filter=${workspace}`);
if (process.exitCode === 0)
  process.exitCode = await waitForEnd(
    startProgram(process.execPath, [join(root, program), ...args], {
      env: environment,
      stdio: ["inherit", "inherit", "inherit"],
    }),
  );
if (receivedSignal() !== undefined && process.exitCode !== 0)
  process.stderr.write(`npm run ${process.env["npm_lifecycle_event"]} was stopped.\n`);
