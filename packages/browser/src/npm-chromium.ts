import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Executable } from "./executable.ts";

/**
 * The Chromium of the npm package `@sparticuz/chromium`, unpacked once for all workspaces. Any number of processes
 * may ask at once: each unpacks into a private folder, and the first to rename it wins. `undefined` on what the
 * package has no binary for (all but Linux on x64).
 * @param cache Where to unpack it. It goes with the installed packages by default, as the caches of other tools do.
 */
export async function npmChromium(cache: string = cacheFolder()): Promise<Executable | undefined> {
  if (process.platform !== "linux" || process.arch !== "x64") {
    return undefined;
  }
  const folder = join(cache, "chromium");
  if (!existsSync(folder)) {
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

function cacheFolder(): string {
  const require = createRequire(import.meta.url);
  const root = dirname(dirname(require.resolve("@sparticuz/chromium")));
  const { version }: { version: string } = require(join(root, "package.json"));
  return join(root, "..", "..", ".cache", `chromium-${version}`);
}

async function unpack(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const staging = await mkdtemp(`${folder}-`);
  const script = fileURLToPath(new URL(`./unpack${extname(import.meta.url)}`, import.meta.url));
  const env = { ...process.env, TMPDIR: staging, AWS_LAMBDA_JS_RUNTIME: "nodejs24.x" };
  try {
    await promisify(execFile)(process.execPath, [script], { env });
    await writeFile(join(staging, "fonts", "fonts.conf"), fontsConfiguration(folder));
    await rename(staging, folder);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    if (!existsSync(folder)) {
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
