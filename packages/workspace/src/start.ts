import { concurrently } from "concurrently";
import { asksForHelp } from "./command-line.ts";
import { assertPortFree, readPorts, waitForPort } from "./ports.ts";
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
