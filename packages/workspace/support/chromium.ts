import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

/** How to start a browser: its binary, and what to give it. */
export interface Executable {
  readonly path: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Where Chrome or Chromium is installed, by platform. */
const installed: Readonly<Record<string, readonly string[]>> = {
  darwin: ["Google Chrome", "Chromium"].map(
    (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
  ),
  linux: ["google-chrome", "chromium", "chromium-browser"].map((name) => `/usr/bin/${name}`),
  win32: ["PROGRAMFILES", "LOCALAPPDATA"].map((name) =>
    join(process.env[name] ?? "C:\\", "Google", "Chrome", "Application", "chrome.exe"),
  ),
};

/**
 * The Chromium of this machine: `CHROMIUM_PATH` if it is set, the one of the npm package where it
 * runs, else an installed Chrome or Chromium.
 *
 * @throws {Error} There is none; the message says what to do.
 */
export async function findExecutable(): Promise<Executable> {
  // Chromium refuses to run as root with its sandbox.
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const named = process.env["CHROMIUM_PATH"] ?? "";
  if (named !== "" && !existsSync(named))
    throw new Error(`CHROMIUM_PATH names no file: ${named}. Correct it, or unset it.`);
  if (named === "" && process.platform === "linux" && process.arch === "x64")
    return await npmChromium();
  const path = named === "" ? installed[process.platform]?.find(existsSync) : named;
  if (path !== undefined) return { path, args, env: {} };
  throw new Error(
    `No Chromium for ${process.platform} on ${process.arch}. ` +
      "Install Chrome or Chromium, or set CHROMIUM_PATH.",
  );
}

/**
 * The Chromium of the npm package `@sparticuz/chromium`, unpacked once for all workspaces. Several
 * processes may do that at once: each unpacks into its own folder, and the first to rename it wins.
 */
async function npmChromium(): Promise<Executable> {
  const folder = join(cacheFolder(), "chromium");
  if (!existsSync(folder)) await unpack(folder);
  const libraries = [join(folder, "al2023", "lib"), process.env["LD_LIBRARY_PATH"] ?? ""];
  return {
    path: join(folder, "chromium"),
    // The default arguments of the package crash outside of a serverless host.
    args: ["--no-sandbox"],
    env: {
      FONTCONFIG_PATH: join(folder, "fonts"),
      LD_LIBRARY_PATH: libraries.filter((each) => each !== "").join(":"),
    },
  };
}

function cacheFolder(): string {
  const require = createRequire(import.meta.url);
  const root = dirname(dirname(require.resolve("@sparticuz/chromium")));
  const { version }: { version: string } = require(join(root, "package.json"));
  return join(root, "..", "..", ".cache", `chromium-${version}`);
}

/**
 * Unpacks in another process: the package unpacks into the temporary folder, and its libraries only
 * where the environment says Amazon Linux. Both are set for that process alone.
 */
async function unpack(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const staging = await mkdtemp(`${folder}-`);
  const script = 'import chromium from "@sparticuz/chromium"; await chromium.executablePath();';
  try {
    await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], {
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: staging, AWS_LAMBDA_JS_RUNTIME: "nodejs24.x" },
    });
    await writeFile(join(staging, "fonts", "fonts.conf"), fontsConfiguration(folder));
    await rename(staging, folder);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/** With the configuration of the package, which knows only serverless hosts, text has no width. */
function fontsConfiguration(folder: string): string {
  return `<fontconfig>
  <dir>${join(folder, "fonts")}</dir>
  <dir>/usr/share/fonts</dir>
  <alias>
    <family>monospace</family>
    <prefer><family>DejaVu Sans Mono</family><family>Liberation Mono</family></prefer>
  </alias>
  <cachedir>${join(folder, "fonts-cache")}</cachedir>
</fontconfig>
`;
}
