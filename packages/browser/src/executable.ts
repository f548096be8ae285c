import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { npmChromium } from "./npm-chromium.ts";

/** How to start a browser. */
export interface Executable {
  /** The path of the binary. */
  readonly path: string;
  readonly args: readonly string[];
  /** What to set in its environment. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * The Chromium of this machine: `CHROMIUM_PATH` if it is set, the one of the npm package where it runs, else an
 * installed Chrome or Chromium.
 * @throws {Error} if there is none, with what to do.
 */
export async function findExecutable(): Promise<Executable> {
  const named = process.env["CHROMIUM_PATH"];
  if (named !== undefined && named !== "") {
    return namedExecutable(named);
  }
  const found = (await npmChromium()) ?? installedExecutable();
  if (found === undefined) {
    throw new Error(
      `No Chromium for ${process.platform} on ${process.arch}. Install Chrome or Chromium, or set CHROMIUM_PATH to the path of one.`,
    );
  }
  return found;
}

function namedExecutable(path: string): Executable {
  if (!isExecutable(path)) {
    throw new Error(`CHROMIUM_PATH names no executable file: ${path}. Correct it, or unset it.`);
  }
  return { path, args: sandboxArguments(), env: {} };
}

function installedExecutable(): Executable | undefined {
  const path = installedPaths().find(isExecutable);
  return path === undefined ? undefined : { path, args: sandboxArguments(), env: {} };
}

/** Chromium refuses to run as root with its sandbox. */
function sandboxArguments(): readonly string[] {
  return process.getuid?.() === 0 ? ["--no-sandbox"] : [];
}

function installedPaths(): readonly string[] {
  if (process.platform === "darwin") {
    return ["Google Chrome", "Chromium"].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  }
  if (process.platform === "win32") {
    const roots = ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"].map((name) => process.env[name]);
    return roots
      .filter((root) => root !== undefined)
      .map((root) => join(root, "Google", "Chrome", "Application", "chrome.exe"));
  }
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const names = ["google-chrome", "google-chrome-stable", "chromium", "chromium-browser"];
  return folders.flatMap((folder) => names.map((name) => join(folder, name)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
