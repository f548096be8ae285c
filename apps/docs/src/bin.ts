#!/usr/bin/env node
// The docs site, at an address of this machine.
//
//   workflow-api-docs          serves the built site (apps/docs/dist)
//   workflow-api-docs --dev    makes the pages anew whenever the contract changes
//
// The contract is the file that CONTRACT_FILE names, else that of @workflow-api/openapi. With --dev, replace that
// file (renaming another over it will do) and every open page reloads; a broken one leaves the pages as they were.
// Prints "docs: http://127.0.0.1:4020/" when it answers. SIGINT and SIGTERM end it with 0.
import { parseArgs } from "node:util";
import { StartError } from "./server/start-error.ts";
import { type Running, type SiteOptions, startSite } from "./server/start-site.ts";

const help = `Serves the docs site.

Usage: workflow-api-docs [--port PORT] [--host HOST] [--mock URL] [--dev]

  --port PORT   the port to listen on, 0 for any free one (default 4020)
  --host HOST   the address to listen on (default 127.0.0.1)
  --mock URL    the address of a mock that runs beside it: the pages call this one
  --dev         make the pages from the contract as it changes, instead of serving the built ones
  --help        show this help

Environment:
  CONTRACT_FILE   with --dev: the contract to show, instead of the packaged one
`;

try {
  await run();
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const options = readOptions();
  if (options.help) {
    process.stdout.write(help);
    return;
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => process.exit(0));
  }
  const running = await (options.dev ? startPages(options) : startSite(options));
  process.stdout.write(`docs: ${running.url}\n`);
}

/** Astro is a second of loading that only these pages need. */
async function startPages(options: SiteOptions): Promise<Running> {
  const { startDevelopment } = await import("./server/start-development.ts");
  return await startDevelopment(options);
}

function readOptions(): SiteOptions & { readonly dev: boolean; readonly help: boolean } {
  const { values } = parse();
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65_535) {
    throw new StartError(`--port takes a number from 0 to 65535, not ${JSON.stringify(values.port)}.`);
  }
  return { ...values, port, mock: readMock(values.mock) };
}

/** Its origin: nothing that could not stand in a header. */
function readMock(address: string | undefined): string | undefined {
  if (address !== undefined && !/^https?:$/.test(URL.parse(address)?.protocol ?? "")) {
    throw new StartError(
      `--mock takes an address such as http://127.0.0.1:4010, not ${JSON.stringify(address)}.`,
    );
  }
  return address && new URL(address).origin;
}

function parse() {
  try {
    return parseArgs({
      options: {
        port: { type: "string", default: "4020" },
        host: { type: "string", default: "127.0.0.1" },
        mock: { type: "string" },
        dev: { type: "boolean", default: false },
        help: { type: "boolean", default: false, short: "h" },
      },
    });
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
  }
}
