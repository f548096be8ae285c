// Programs and servers that tests start.
import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** The paths, from the root of the repository, of the files that Git tracks or would add. */
export function trackedFiles(): string[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard"];
  const listed = execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n");
  return listed.filter((file) => file !== "" && existsSync(join(root, file))).toSorted();
}

/** A program that runs in the background of a test, with what it has printed so far. */
export interface RunningCommand {
  /** Standard output and error, interleaved as they came. */
  output(): string;
  /**
   * Fulfilled with the part of the output that matches, as soon as it is printed.
   *
   * @throws {Error} The program ended without it; the message holds the output.
   */
  printed(pattern: RegExp): Promise<string>;
  /** Sends a signal to the program and all that it started, as Ctrl-C in a terminal does. */
  signal(name: NodeJS.Signals): void;
  /** Fulfilled with the exit code; `null` if a signal ended it. */
  readonly exit: Promise<number | null>;
}

/** Starts a program in a process group of its own, in the environment of a user. */
export function runCommand(
  folder: string,
  command: string,
  ...args: readonly string[]
): RunningCommand {
  const child = spawn(command, args, {
    cwd: folder,
    detached: true,
    env: { ...ownEnv(), NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      for (const listener of listeners) listener();
    });
  }
  const exit = new Promise<number | null>((resolve) => child.once("close", resolve));
  const printed = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const [found] = pattern.exec(text) ?? [];
        if (found !== undefined) resolve(found);
      };
      listeners.add(look);
      look();
      void exit.then(() => reject(new Error(`It ended without printing ${pattern}:\n${text}`)));
    });
  const signal = (name: NodeJS.Signals): void => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, name);
  };
  return { output: () => text, printed, signal, exit };
}

/** The mock of this repository, as a program of its own. */
export interface MockProgram {
  readonly url: string;
  stop(): Promise<unknown>;
}

/**
 * Starts the mock on a free port.
 *
 * @param contract - The file of its contract. Default: that of the repository.
 */
export async function startMock(contract?: string): Promise<MockProgram> {
  const program = join(root, "apps", "mock", "dist", "cli", "bin.js");
  const files = contract === undefined ? [] : [contract];
  const mock = runCommand(".", process.execPath, program, ...files, "--port", "0");
  const url = await mock.printed(/http:\/\/127\.0\.0\.1:\d+/);
  const stop = (): Promise<unknown> => {
    mock.signal("SIGTERM");
    return mock.exit;
  };
  return { url, stop };
}

/** Variables that Vitest sets, and that Vite and Astro would read as settings of the user. */
const added = ["BASE_URL", "DEV", "MODE", "NODE_ENV", "PROD", "SSR", "TEST", "VITEST"];

/** The environment without what Vitest adds to it. */
export function ownEnv(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !added.includes(name) && !name.startsWith("VITEST_"),
    ),
  );
}

/** The Node.js of this machine, and not that of the repository: what users have. */
export function machineNode(): string {
  const folders = process.env["PATH"]?.split(delimiter) ?? [];
  const programs = folders
    .filter((folder) => !folder.includes("node_modules"))
    .map((folder) => join(folder, process.platform === "win32" ? "node.exe" : "node"));
  return programs.find((program) => existsSync(program)) ?? process.execPath;
}

/** How long npm may wait for a registry, in milliseconds. */
const timeoutMs = 180_000;

/**
 * Installs packages from the registry into a folder, as a project of its own.
 *
 * @throws {Error} npm failed, or took three minutes; the message holds what it printed.
 */
export async function installPackages(
  folder: string,
  ...packages: readonly string[]
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  const args = ["install", "--loglevel=error", "--ignore-scripts", ...packages];
  try {
    await promisify(execFile)("npm", args, { cwd: folder, timeout: timeoutMs });
  } catch (cause) {
    const { killed, stderr } = Object(cause);
    const why = killed === true ? "took three minutes" : "failed";
    throw new Error(`npm install ${packages.join(" ")} ${why}: ${stderr}`, { cause });
  }
}

/** Lets a server listen on a free port of 127.0.0.1, which it returns. */
export async function listenOnFreePort(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address === "object" && address !== null) return address.port;
  throw new Error("The server has no port.");
}

/** A port of 127.0.0.1 that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenOnFreePort(server);
  server.close();
  return port;
}
