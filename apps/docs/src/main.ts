#!/usr/bin/env node
// The commands of the docs. They call Astro's functions, because its command sends telemetry.
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { cp, mkdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import {
  readArguments,
  readNumber,
  readUrl,
  UsageError,
} from "@workflow-api/contract/command-line";

const root = fileURLToPath(new URL("..", import.meta.url));
const outFolder = resolve(process.env["DOCS_OUT"] ?? join(root, "dist"));
const contractFile = process.env["CONTRACT_FILE"];
if (contractFile !== undefined) process.env["CONTRACT_FILE"] = resolve(contractFile);
// Modules that Astro bundles find this folder only by the working directory.
process.chdir(root);
const help = `Usage: npm run COMMAND -w apps/docs -- [options]

  build       writes the site to apps/docs/dist, or to the folder that DOCS_OUT names
  start       serves the built site
  dev         renders each page when it is requested, and again when the contract changes

  --port PORT      the port to listen on, 0 for any free one (default 4020)
  --host HOST      the address to listen on (default 127.0.0.1)
  --mock-url URL   the URL of the mock that all pages show (default http://127.0.0.1:4010)

Environment: CONTRACT_FILE (the contract to show), DOCS_BASE (the path of the site, such as /docs/),
DOCS_SITE (its origin, for absolute links and a sitemap), DOCS_OUT, MOCK_URL.
`;

/** Astro warns of collections that a site has no use for: translations, and guides of others. */
const logLevel = "error";

interface CommandOptions {
  readonly port: number;
  readonly host: string;
  readonly mockUrl: string | undefined;
}

const commands = new Map([
  ["build", build],
  ["start", start],
  ["dev", dev],
]);

/**
 * Builds below this folder, where packages are resolved, and copies the result. Astro runs in a
 * process of its own, because it computes for seconds without hearing a signal.
 */
async function build(): Promise<void> {
  const { DOCS_WORK: folder } = process.env;
  if (folder !== undefined) return await render(folder);
  let child: ChildProcess | undefined;
  onStop((_, signal) => {
    process.exitCode = 128 + signal;
    child?.kill("SIGKILL");
  });
  const work = join(root, "node_modules", `.docs-${randomUUID()}`);
  // A build allocates mostly garbage. Early collection, and one thread to bundle, save 200 MB.
  const flags = ["--heap-growing-percent=30", "--max-semi-space-size=16"];
  const threads = { RAYON_NUM_THREADS: "1", ROLLDOWN_WORKER_THREADS: "1" };
  const args = [...process.execArgv, ...flags, ...process.argv.slice(1)];
  const env = { ...process.env, ...threads, DOCS_WORK: work, NODE_ENV: "production" };
  try {
    if (process.exitCode !== undefined) return;
    child = spawn(process.execPath, args, {
      env,
      stdio: ["inherit", "inherit", "inherit", "ipc"],
    });
    const [code] = await once(child, "exit");
    process.exitCode ??= code ?? 1;
    if (code !== 0) return;
    await rm(outFolder, { recursive: true, force: true });
    await cp(join(work, "site"), outFolder, { recursive: true });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function render(work: string): Promise<void> {
  // The command that started this process may be killed without notice. This process makes the
  // folder, so that it never stays without one that removes it; threads may still write there.
  process.once("disconnect", () => {
    rmSync(work, { recursive: true, force: true, maxRetries: 10 });
    process.exit(1);
  });
  process.channel?.unref();
  if (!process.connected) return;
  await mkdir(work, { recursive: true });
  const { build: buildSite } = await import("astro");
  await buildSite({ root, logLevel });
}

async function start(options: CommandOptions): Promise<void> {
  onStop(() => process.exit(0));
  const { startSite } = await import("./serve.ts");
  const site = await startSite({ folder: outFolder, ...options });
  process.stdout.write(`docs: ${site.url}\n`);
}

async function dev({ port, host, mockUrl }: CommandOptions): Promise<void> {
  onStop(() => process.exit(0));
  if (mockUrl !== undefined) process.env["MOCK_URL"] = mockUrl;
  const { dev: startDevelopment } = await import("astro");
  const vite = { server: { strictPort: true } };
  const server = await startDevelopment({ root, logLevel, server: { port, host }, vite });
  process.stdout.write(`docs: http://${host}:${server.address.port}/\n`);
}

function onStop(stop: (signal: string, code: number) => void): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
}

async function run(args: string[]): Promise<unknown> {
  const options = {
    port: { type: "string", default: "4020" },
    host: { type: "string", default: "127.0.0.1" },
    "mock-url": { type: "string" },
    help: { type: "boolean", short: "h" },
  } as const;
  const { values, positionals } = readArguments(args, options, 1);
  const { port, host, "mock-url": mockUrl } = values;
  const [name] = positionals;
  if (values.help === true || name === undefined) return process.stdout.write(help);
  if (mockUrl !== undefined) readUrl("mock-url", mockUrl);
  const command = commands.get(name);
  if (command === undefined)
    throw new UsageError(
      `There is no command "${name}". There are: ${[...commands.keys()].join(", ")}.`,
    );
  return await command({ port: readNumber("port", port, { most: 65_535 }), host, mockUrl });
}

// The reader of the output may be gone.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

try {
  await run(process.argv.slice(2));
} catch (error) {
  // Astro bundles the class of the error of an invalid contract, so only its message identifies it.
  const isKnown = error instanceof Error && !(error instanceof TypeError);
  console.error(isKnown ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
