import { spawn } from "node:child_process";
import { join } from "node:path";
import { environment, root, runTurboQuietly } from "./turbo.ts";

// Builds a workspace, with one line on standard error, and then runs one of its programs:
// `node program.ts @workflow-api/mock apps/mock/dist/bin.js --port 4310`.
const [workspace = "", program = "", ...args] = process.argv.slice(2);

// A Ctrl-C reaches the program too, which ends in its own way; its exit code is that of the
// command.
process.on("SIGINT", () => undefined);
if (await runTurboQuietly(`Built ${workspace}`, "build", `--filter=${workspace}`)) {
  const child = spawn(process.execPath, [join(root, program), ...args], {
    env: environment,
    stdio: "inherit",
  });
  process.on("SIGTERM", () => child.kill());
  child.once("exit", (code) => {
    process.exitCode = code ?? 1;
  });
} else {
  process.exitCode = 1;
}
