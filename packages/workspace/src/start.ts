import { once } from "node:events";
import { watch } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  CommandError,
  exitCodeOf,
  prepareCommand,
  receivedSignal,
  reportFailure,
  stopPrograms,
  stopRequested,
} from "./children.ts";
import { assertPortFree, startService } from "./services.ts";
import { root, runTurboQuietly } from "./turbo.ts";

// `npm start` and `npm run dev`: the mock and the docs side by side, until they are stopped.
const [mode = "start", ...args] = process.argv.slice(2);
const command = mode === "dev" ? "npm run dev" : "npm start";
const help = `Starts the mock and the docs${mode === "dev" ? ", which follow openapi/openapi.yaml while it is edited" : ""}.

Usage: ${command} -- [options]

  --mock-port PORT   where the mock listens (4010)
  --docs-port PORT   where the docs listen (4020)
  --help             this text
`;

let isRunning = false;
prepareCommand();
process.exitCode = await Promise.race([stopRequested.then(endOf), run().catch(reportFailure)]);
await stopPrograms();
process.exit();

/** To stop the running services is the normal end; to stop earlier is an interruption. */
function endOf(signal: NodeJS.Signals): number {
  if (isRunning) return 0;
  process.stderr.write(`${command} was stopped before it had started.\n`);
  return exitCodeOf(signal);
}

async function run(): Promise<number> {
  const options = readOptions();
  if (options.help) {
    process.stdout.write(help);
    return 0;
  }
  const ports = { mock: options["mock-port"], docs: options["docs-port"] };
  for (const [name, port] of Object.entries(ports))
    await assertPortFree(Number(port), (other) => `${command} -- --${name}-port ${other}`);
  const mock = `http://127.0.0.1:${ports.mock}`;
  // In dev both read the contract themselves, and both show what is wrong with it.
  if (mode === "start") await build("Generated the code", "generate", "--filter=./packages/*");
  // The mock first, so that its first response does not wait for the docs.
  await build("Built the mock", "build", "--filter=@workflow-api/mock");
  const docsUrl = `http://127.0.0.1:${ports.docs}`;
  const place = ["--port", ports.mock, "--docs", docsUrl];
  const services = [await startService("apps/mock", "dist/cli/bin.js", ...place)];
  await build(
    "Built the docs",
    "build",
    `--filter=@workflow-api/docs${mode === "dev" ? "^..." : ""}`,
  );
  const docs = ["--port", ports.docs, "--mock-url", mock];
  services.push(await startService("apps/docs", "src/main.ts", mode, ...docs));
  if (mode === "dev") generateOnEdit();
  process.stdout.write(`\nMock  ${mock}\nDocs  ${docsUrl}\nCtrl-C stops both.\n`);
  isRunning = true;
  await Promise.race(services.map((child) => once(child, "exit")));
  // They get the signal too, and may end before this line.
  if (receivedSignal() !== undefined) return 0;
  process.stderr.write("One of them has ended; stopping.\n");
  return 1;
}

/** @throws {CommandError} The build failed, and Turborepo has said why. */
async function build(what: string, ...options: readonly string[]): Promise<void> {
  const code = await runTurboQuietly(what, ...options);
  if (code !== 0) throw new CommandError("The build failed; see above.");
}

/**
 * The generated code follows the contract. Editors write in several steps, and a run may outlast
 * the next edit.
 */
function generateOnEdit(): void {
  let timer: NodeJS.Timeout | undefined;
  let runs: Promise<unknown> = Promise.resolve();
  watch(join(root, "openapi"), (_event, file) => {
    if (file !== "openapi.yaml") return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      runs = runs.then(() =>
        runTurboQuietly("Generated the code", "generate", "--filter=./packages/*"),
      );
    }, 100);
  });
}

/** @throws The command line is wrong. */
function readOptions(): { help: boolean; "mock-port": string; "docs-port": string } {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: "boolean", short: "h", default: false },
      "mock-port": { type: "string", default: "4010" },
      "docs-port": { type: "string", default: "4020" },
    },
  });
  for (const name of ["mock-port", "docs-port"] as const)
    if (!/^[1-9]\d{0,4}$/.test(values[name]) || Number(values[name]) > 65_535)
      throw new CommandError(`--${name} takes a port from 1 to 65535, not "${values[name]}".`, 2);
  if (values["mock-port"] === values["docs-port"])
    throw new CommandError(
      `${values["mock-port"]} cannot be the port of both: change one of them.`,
      2,
    );
  return values;
}
