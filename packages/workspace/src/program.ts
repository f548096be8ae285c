import { join } from "node:path";
import { prepareCommand, startProgram, waitForEnd } from "./children.ts";
import { asksForHelp } from "./command-line.ts";
import { environment, root, runTurboQuietly } from "./turbo.ts";

const exampleHelp = `Runs the quick start of the README: prints the name of a variable cage and the
e-mail of its author.

Usage: npm run example -- [BASE_URL]   (default: that of npm start)
`;

// Builds a workspace, then runs one of its programs:
// `node program.ts @workflow-api/mock apps/mock/dist/bin.js --port 4310`. The exit code is that of
// the program, after a Ctrl-C too.
prepareCommand();
const [workspace = "", program = "", ...args] = process.argv.slice(2);
// The example stands in the README as it is, so its help stands here.
if (!program.includes("/examples/") || !asksForHelp(args, exampleHelp)) {
  await runTurboQuietly(`Built ${workspace}`, "build", `--filter=${workspace}`);
  process.exitCode = await waitForEnd(
    startProgram(process.execPath, [join(root, program), ...args], {
      env: environment,
      stdio: ["inherit", "inherit", "inherit"],
    }),
  );
}
