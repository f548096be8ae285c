#!/usr/bin/env node
// The commands of the docs. By Astro's functions rather than its command, which reports its use to
// its makers.
import { cp, mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { inspect, parseArgs } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));
const outFolder = resolve(process.env["DOCS_OUT"] ?? join(root, "dist"));
// Modules that Astro bundles know this folder by it alone.
process.chdir(root);
const help = `Usage: node apps/docs/src/main.ts COMMAND [--port PORT] [--host HOST] [--mock-url URL]

  build       writes the site into apps/docs/dist, or into the folder that DOCS_OUT names
  start       serves the built site
  dev         makes each page when it is asked for, and anew when the contract changes
  sync        writes the types that Astro makes
  changelog   writes generated/changelog.json from the history of the contract

  --port PORT      the port to listen on, 0 for any free one (default 4020)
  --host HOST      the address to listen on (default 127.0.0.1)
  --mock-url URL   the address of the mock, which all pages then say (default http://127.0.0.1:4010)

Environment: CONTRACT_FILE (the contract to show), DOCS_BASE (the path below which the site stands, such as /docs/),
DOCS_SITE (its address, for a sitemap), DOCS_OUT, MOCK_URL.
`;

interface Options {
  readonly port: number;
  readonly host: string;
  readonly mockUrl: string | undefined;
}

const commands: Readonly<Record<string, (options: Options) => Promise<void>>> = {
  build,
  start: async (options) => {
    const { startSite } = await import("./serve.ts");
    announce(await startSite({ folder: outFolder, ...options }));
  },
  dev,
  sync: async () => {
    const { sync } = await import("astro");
    await sync({ root, logLevel: "error" });
  },
  changelog: async () => {
    const { writeChangelog } = await import("./changelog.ts");
    await writeChangelog(join(root, "generated/changelog.json"));
  },
};

/**
 * Built below this folder, where its packages are found, and then copied to wherever it shall
 * stand.
 */
async function build(): Promise<void> {
  process.env["NODE_ENV"] = "production";
  await mkdir(join(root, "node_modules"), { recursive: true });
  const work = await mkdtemp(join(root, "node_modules/.docs-"));
  process.env["DOCS_WORK"] = work;
  try {
    const { build: buildSite } = await import("astro");
    // Starlight ends the indexer of the search at once; its last file then may be empty, and the
    // search finds nothing.
    const entry = join(work, "site/pagefind/pagefind-entry.json");
    for (let size = 0, attempt = 0; size === 0 && attempt < 3; attempt++) {
      await buildSite({ root, logLevel: "warn" });
      ({ size } = await stat(entry));
    }
    await rm(outFolder, { recursive: true, force: true });
    await cp(join(work, "site"), outFolder, { recursive: true });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function dev({ port, host, mockUrl }: Options): Promise<void> {
  if (mockUrl !== undefined) process.env["MOCK_URL"] = mockUrl;
  const { dev: startDevelopment } = await import("astro");
  const server = await startDevelopment({
    root,
    logLevel: "warn",
    server: { port, host },
    vite: { server: { strictPort: true } },
  });
  announce({ url: `http://${host}:${server.address.port}/` });
}

function announce({ url }: { readonly url: string }): void {
  process.stdout.write(`docs: ${url}\n`);
}

function readOptions(args: string[]): Options & { readonly command: string | undefined } {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      port: { type: "string", default: "4020" },
      host: { type: "string", default: "127.0.0.1" },
      "mock-url": { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65_535)
    throw new Error(`--port takes a number from 0 to 65535, not "${values.port}".`);
  const mockUrl = values["mock-url"];
  if (mockUrl !== undefined && !/^https?:$/.test(URL.parse(mockUrl)?.protocol ?? ""))
    throw new Error(`--mock-url takes an address such as http://127.0.0.1:4010, not "${mockUrl}".`);
  return { command: values.help ? undefined : positionals[0], port, host: values.host, mockUrl };
}

try {
  const { command, ...options } = readOptions(process.argv.slice(2));
  const run = command === undefined ? undefined : commands[command];
  process.on("SIGINT", () => process.exit(0)).on("SIGTERM", () => process.exit(0));
  if (run !== undefined) await run(options);
  else if (command === undefined) process.stdout.write(help);
  else
    throw new Error(
      `There is no command "${command}". The commands: ${Object.keys(commands).join(", ")}.`,
    );
} catch (error) {
  // A mistake in the contract is told as one; Astro bundles the class of this error, so that only
  // its name is left.
  const isUsage = inspect(error).includes("ERR_PARSE_ARGS");
  const isKnown = error instanceof Error && (isUsage || !(error instanceof TypeError));
  console.error(
    isKnown ? error.message.replace(/ To specify .*/, " --help lists the options.") : error,
  );
  process.exitCode = isUsage ? 2 : 1;
}
