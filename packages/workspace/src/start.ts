import { once } from "node:events";
import { connect, createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
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
  const { "mock-port": mock, "docs-port": docs } = readPorts(args);
  await assertPortFree(mock, `${command} -- --mock-port`);
  await assertPortFree(docs, `${command} -- --docs-port`);
  // In dev a command beside the others does it, again after each edit.
  if (!isDev) await runTurboQuietly("Generated the code", "generate", "--filter=./packages/*");
  await runTurboQuietly("Built the mock", "build", "--filter=@workflow-api/mock");
  process.exitCode = await serve(mock, docs);
}

/** Runs until a signal comes, which is the normal end (0), or until one ends by itself (1). */
async function serve(mockPort: string, docsPort: string): Promise<number> {
  const mock = `http://127.0.0.1:${mockPort}`;
  const tasks = "packages/workspace/src/command.mjs tasks";
  const generate = `node --watch-path=openapi ${tasks} "--quietly=Generated the code" generate`;
  const docsFilter = `--filter=@workflow-api/docs${isDev ? "^..." : ""}`;
  const docs = `apps/docs/src/main.ts ${mode} --port ${docsPort} --mock-url ${mock}`;
  const commands = [
    `node apps/mock/dist/cli/bin.js --port ${mockPort}`,
    // The mock listens while the docs are built.
    `node ${tasks} "--quietly=Built the docs" build "${docsFilter}" && ` +
      `node --conditions=@workflow-api/source ${docs}`,
    ...(isDev ? [`${generate} "--filter=./packages/*"`] : []),
  ];
  let isStopped = false;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => {
      isStopped = true;
    });
  const { result } = concurrently(
    commands.map((each) => ({ command: each, env: environment })),
    { cwd: root, raw: true, killOthersOn: ["failure", "success"] },
  );
  const ended = new AbortController();
  const urls = `Mock  ${mock}\nDocs  http://127.0.0.1:${docsPort}\n`;
  void waitForPort(docsPort, ended.signal)
    .then(() => waitForPort(mockPort, ended.signal))
    .then(() => ended.signal.aborted || console.log(`\n${urls}Ctrl-C stops both.`));
  await result.catch(() => undefined);
  ended.abort();
  if (!isStopped) console.error("One has ended, so the other stops.");
  return isStopped ? 0 : 1;
}

/** The ports of the mock and of the docs, by their options. */
type Ports = Readonly<Record<"mock-port" | "docs-port", string>>;

/** @throws {CommandError} The command line is wrong. */
function readPorts(args: readonly string[]): Ports {
  const port = (number: string) => ({ type: "string", default: number }) as const;
  const options = { "mock-port": port("4010"), "docs-port": port("4020") };
  const { values } = readArguments(args, options);
  for (const [name, value] of Object.entries(values))
    if (!/^[1-9]\d{0,4}$/.test(value) || Number(value) > 65_535)
      throw new CommandError(`--${name} takes a port from 1 to 65535, not "${value}".`, 2);
  const { "mock-port": mock, "docs-port": docs } = values;
  if (mock !== docs) return values;
  throw new CommandError(`${mock} cannot be the port of both: change one of them.`, 2);
}

/**
 * @param option - The beginning of a command that chooses another port.
 * @throws {CommandError} Another program listens on it.
 */
async function assertPortFree(port: string, option: string): Promise<void> {
  const server = createServer().listen(Number(port), "127.0.0.1");
  try {
    await once(server, "listening");
  } catch (error) {
    const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    if (!isTaken) throw error;
    const other = (Number(port) % 65_535) + 1;
    throw new CommandError(`Port ${port} is in use. Choose another: ${option} ${other}`);
  } finally {
    server.close();
  }
}

/** Waits until a program of this machine listens on a port, or until it shall wait no more. */
async function waitForPort(port: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const socket = connect(Number(port), "127.0.0.1");
    try {
      await once(socket, "connect");
      return;
    } catch {
      await wait(100);
    } finally {
      socket.destroy();
    }
  }
}
