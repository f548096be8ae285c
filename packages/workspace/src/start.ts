import { once } from "node:events";
import { watch } from "node:fs";
import { join } from "node:path";
import {
  CommandError,
  exitCodeOf,
  prepareCommand,
  receivedSignal,
  reportFailure,
  stopPrograms,
  stopRequested,
} from "./children.ts";
import { asksForHelp, readArguments } from "./command-line.ts";
import { assertPortFree, startService } from "./services.ts";
import { root, runTurboQuietly } from "./turbo.ts";

// `npm start` and `npm run dev`: the mock and the docs side by side, until they are stopped.
const [mode = "start", ...args] = process.argv.slice(2);
const command = mode === "dev" ? "npm run dev" : "npm start";
const reloading = ", and reloads them when openapi/openapi.yaml changes";
const help = `Starts the mock and the docs${mode === "dev" ? reloading : ""}.

Usage: ${command} -- [options]

  --mock-port PORT   the port of the mock (4010)
  --docs-port PORT   the port of the docs (4020)
  --help             print this help
`;

let isRunning = false;
prepareCommand();
process.exitCode = await Promise.race([
  // A signal is the normal end of running services, and an interruption before.
  stopRequested.then((signal) => (isRunning ? 0 : exitCodeOf(signal))),
  run().catch(reportFailure),
]);
await stopPrograms();
process.exit();

async function run(): Promise<number> {
  if (asksForHelp(args, help)) return 0;
  const ports = readPorts();
  for (const [name, port] of Object.entries(ports))
    await assertPortFree(Number(port), (other) => `${command} -- --${name}-port ${other}`);
  const mock = `http://127.0.0.1:${ports.mock}`;
  // In dev both read the contract themselves, and both show what is wrong with it.
  if (mode === "start") await generate();
  // The mock first, so that its first response does not wait for the docs.
  await runTurboQuietly("Built the mock", "build", "--filter=@workflow-api/mock");
  const place = ["--port", ports.mock];
  const services = [await startService("apps/mock", "dist/cli/bin.js", ...place)];
  const docsFilter = `--filter=@workflow-api/docs${mode === "dev" ? "^..." : ""}`;
  await runTurboQuietly("Built the docs", "build", docsFilter);
  const docs = ["--port", ports.docs, "--mock-url", mock];
  services.push(await startService("apps/docs", "src/main.ts", mode, ...docs));
  if (mode === "dev") generateOnEdit();
  process.stdout.write(
    `\nMock  ${mock}\nDocs  http://127.0.0.1:${ports.docs}\nCtrl-C stops both.\n`,
  );
  isRunning = true;
  await Promise.race(services.map((child) => once(child, "exit")));
  // They get the signal too, and may end before this line.
  if (receivedSignal() !== undefined) return 0;
  process.stderr.write("One has ended, so the other stops.\n");
  return 1;
}

async function generate(): Promise<void> {
  await runTurboQuietly("Generated the code", "generate", "--filter=./packages/*");
}

/**
 * Regenerates the code when the contract changes. Editors write in several steps, and a run may
 * outlast the next edit.
 */
function generateOnEdit(): void {
  let timer: NodeJS.Timeout | undefined;
  let runs: Promise<unknown> = Promise.resolve();
  watch(join(root, "openapi"), (_event, file) => {
    if (file !== "openapi.yaml") return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      runs = runs.then(generate).catch(reportFailure);
    }, 100);
  });
}

/** @throws {CommandError} The command line is wrong. */
function readPorts(): { readonly mock: string; readonly docs: string } {
  const { values } = readArguments(args, {
    "mock-port": { type: "string", default: "4010" },
    "docs-port": { type: "string", default: "4020" },
  });
  for (const [name, port] of Object.entries(values))
    if (!/^[1-9]\d{0,4}$/.test(port) || Number(port) > 65_535)
      throw new CommandError(`--${name} takes a port from 1 to 65535, not "${port}".`, 2);
  const { "mock-port": mock, "docs-port": docs } = values;
  if (mock === docs)
    throw new CommandError(`${mock} cannot be the port of both: change one of them.`, 2);
  return { mock, docs };
}
