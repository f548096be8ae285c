import { watch } from "node:fs";
import { join } from "node:path";
import { inspect, parseArgs } from "node:util";
import { assertPortFree, createServices, type Services, StartError } from "./services.ts";
import { root, runTurboQuietly } from "./turbo.ts";

// `npm start` and `npm run dev`: the mock and the docs side by side, until they are stopped.
const [mode = "start", ...args] = process.argv.slice(2);
const command = mode === "dev" ? "npm run dev" : "npm start";

const help = `${
  mode === "dev"
    ? "Starts the mock and the docs, which follow openapi/openapi.yaml while it is edited."
    : "Generates, builds, and starts the mock and the docs."
}

Usage: ${command} -- [options]

  --mock-port PORT   where the mock listens (4010)
  --docs-port PORT   where the docs listen (4020)
  --help             this text
`;

const services = createServices();
const stopped = new Promise<number>((resolve) => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => resolve(0));
});
process.exitCode = await Promise.race([stopped, run().catch(fail)]);
await services.stop();
process.exit();

async function run(): Promise<number> {
  const ports = readPorts();
  if (ports === undefined) {
    process.stdout.write(help);
    return 0;
  }
  for (const [option, port] of Object.entries(ports))
    await assertPortFree(port, (other) => `${command} -- --${option} ${other}`);
  const { "mock-port": mockPort, "docs-port": docsPort } = ports;
  await (mode === "dev" ? develop : serve)(services, mockPort, docsPort);
  process.stdout.write(
    `\nMock  http://127.0.0.1:${mockPort}\nDocs  http://127.0.0.1:${docsPort}\nCtrl-C stops both.\n`,
  );
  process.stderr.write(`${await services.ended} has ended; stopping.\n`);
  return 1;
}

/** The mock first: whoever waits for its first answer does not wait for the docs. */
async function serve(services: Services, mockPort: number, docsPort: number): Promise<void> {
  await build("Generated the code", "generate", "--filter=./packages/*");
  await build("Built the mock", "build", "--filter=@workflow-api/mock");
  await services.start("apps/mock", ["dist/bin.js", "--port", String(mockPort)]);
  await build("Built the docs", "build", "--filter=@workflow-api/docs");
  await services.start("apps/docs", docs("start", mockPort, docsPort));
}

/** Both read the contract itself, so that whatever is wrong with it is seen in both. */
async function develop(services: Services, mockPort: number, docsPort: number): Promise<void> {
  await build("Built the mock", "build", "--filter=@workflow-api/mock");
  await services.start("apps/mock", ["dist/bin.js", "--port", String(mockPort), "--watch"]);
  await build("Built what the docs use", "build", "--filter=@workflow-api/docs^...");
  await services.start("apps/docs", docs("dev", mockPort, docsPort));
  generateOnEdit();
}

function docs(script: string, mockPort: number, docsPort: number): string[] {
  return ["src/main.ts", script, "--port", String(docsPort), "--mock-url", `http://127.0.0.1:${mockPort}`];
}

/** The generated code follows the contract. Editors write in several steps, and a run may outlast the next edit. */
function generateOnEdit(): void {
  let timer: NodeJS.Timeout | undefined;
  let runs: Promise<unknown> = Promise.resolve();
  watch(join(root, "openapi"), (_event, file) => {
    if (file !== "openapi.yaml") return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      runs = runs.then(() => runTurboQuietly("Generated the code", "generate", "--filter=./packages/*"));
    }, 100);
  });
}

/** @throws {StartError} The build failed, and Turborepo has said why. */
async function build(what: string, ...options: readonly string[]): Promise<void> {
  if (!(await runTurboQuietly(what, ...options))) throw new StartError("The build failed; see above.");
}

/** @returns `undefined`: help is asked for. @throws {StartError} The command line is wrong. */
function readPorts(): Record<"mock-port" | "docs-port", number> | undefined {
  const port = (option: string, text: string): number => {
    if (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535) return Number(text);
    throw new StartError(`--${option} takes a port from 1 to 65535, not ${JSON.stringify(text)}.`, 2);
  };
  const values = readOptions();
  if (values.help === true) return undefined;
  const ports = {
    "mock-port": port("mock-port", values["mock-port"]),
    "docs-port": port("docs-port", values["docs-port"]),
  };
  if (ports["mock-port"] !== ports["docs-port"]) return ports;
  throw new StartError(
    `${values["mock-port"]} cannot be the port of both. Give another one to --mock-port or --docs-port.`,
    2,
  );
}

function readOptions(): { help?: boolean; "mock-port": string; "docs-port": string } {
  try {
    return parseArgs({
      args,
      options: {
        help: { type: "boolean", short: "h" },
        "mock-port": { type: "string", default: "4010" },
        "docs-port": { type: "string", default: "4020" },
      },
    }).values;
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split(". ")[0] ?? "") : String(error);
    throw new StartError(`${reason}. The options are --mock-port, --docs-port and --help.`, 2);
  }
}

function fail(error: unknown): number {
  const isKnown = error instanceof StartError;
  process.stderr.write(`${isKnown ? error.message : inspect(error)}\n`);
  return isKnown ? error.exitCode : 1;
}
