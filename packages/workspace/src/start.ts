import { once } from "node:events";
import { createServer } from "node:net";
import { concurrently } from "concurrently";
import { asksForHelp, CommandError, readArguments } from "./command-line.ts";
import { environment, root, runTurboQuietly } from "./turbo.ts";

// `npm start` and `npm run dev`: the mock and the docs side by side, until they are stopped.
const [mode = "start", ...args] = process.argv.slice(2);
const isDev = mode === "dev";
const command = isDev ? "npm run dev" : "npm start";
const help = `Starts the mock and the docs${
  isDev ? ", and reloads them when openapi/openapi.yaml changes" : ""
}.

Usage: ${command} -- [options]

  --mock-port PORT   the port of the mock (4010)
  --docs-port PORT   the port of the docs (4020)
  --help             print this help
`;

if (!asksForHelp(args, help)) {
  const { "mock-port": mock, "docs-port": docs } = readPorts();
  await assertPortFree("mock-port", mock);
  await assertPortFree("docs-port", docs);
  // In dev a command beside the others does it, again after each edit.
  if (!isDev) await runTurboQuietly("Generated the code", "generate", "--filter=./packages/*");
  await runTurboQuietly("Built the mock", "build", "--filter=@workflow-api/mock");
  process.exitCode = await serve(mock, docs);
}

/** Runs until a signal comes, which is the normal end (0), or until one ends by itself (1). */
async function serve(mockPort: string, docsPort: string): Promise<number> {
  const mock = `http://127.0.0.1:${mockPort}`;
  const quietly = "packages/workspace/src/command.mjs quietly";
  const generated = '"Generated the code" generate "--filter=./packages/*"';
  const docsFilter = `--filter=@workflow-api/docs${isDev ? "^..." : ""}`;
  const docs = `apps/docs/src/main.ts ${mode} --port ${docsPort} --mock-url ${mock}`;
  const commands = [
    `node apps/mock/dist/cli/bin.js --port ${mockPort}`,
    // The mock listens while the docs are built.
    `node ${quietly} "Built the docs" build "${docsFilter}" && ` +
      `node --conditions=@workflow-api/source ${docs}`,
    ...(isDev ? [`node --watch-path=openapi ${quietly} ${generated}`] : []),
  ];
  let isStopped = false;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => {
      isStopped = true;
    });
  const { commands: programs, result } = concurrently(
    commands.map((each) => ({ command: each, env: environment })),
    { cwd: root, raw: true, killOthersOn: ["failure", "success"] },
  );
  programs[1]?.stdout.subscribe((chunk) => {
    const urls = `Mock  ${mock}\nDocs  http://127.0.0.1:${docsPort}\n`;
    if (/^docs: /m.test(chunk.toString())) console.log(`\n${urls}Ctrl-C stops both.`);
  });
  await result.catch(() => undefined);
  if (!isStopped) console.error("One has ended, so the other stops.");
  return isStopped ? 0 : 1;
}

/** @throws {CommandError} The command line is wrong. */
function readPorts(): { readonly "mock-port": string; readonly "docs-port": string } {
  const port = (number: string) => ({ type: "string", default: number }) as const;
  const options = { "mock-port": port("4010"), "docs-port": port("4020") };
  const { values } = readArguments(args, options);
  for (const [name, value] of Object.entries(values))
    if (!/^[1-9]\d{0,4}$/.test(value) || Number(value) > 65_535)
      throw new CommandError(`--${name} takes a port from 1 to 65535, not "${value}".`, 2);
  if (values["mock-port"] !== values["docs-port"]) return values;
  throw new CommandError(
    `${values["mock-port"]} cannot be the port of both: change one of them.`,
    2,
  );
}

/** @throws {CommandError} Another program listens on it. */
async function assertPortFree(option: string, port: string): Promise<void> {
  const server = createServer().listen(Number(port), "127.0.0.1");
  const error: unknown = await once(server, "listening").then(
    () => undefined,
    (cause) => cause,
  );
  server.close();
  if (error === undefined) return;
  if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error;
  const other = (Number(port) % 65_535) + 1;
  throw new CommandError(
    `Port ${port} is in use. Choose another: ${command} -- --${option} ${other}`,
  );
}
