import { execFile } from "node:child_process";
import { glob, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { packedConsumer } from "../runtimes/consumer.ts";
import { applications } from "./bundle-size.ts";

const run = promisify(execFile);

interface Bundler {
  readonly packages: readonly string[];
  /** What builds `index.html`, or the `app.js` that it loads, into the folder `out`. */
  readonly command: readonly string[];
}

// They are fetched when this runs: as dependencies they would more than double an install.
const bundlers: Readonly<Record<string, Bundler>> = {
  "esbuild 0.28.2": {
    packages: ["esbuild@0.28.2"],
    command: ["esbuild", "app.js", "--bundle", "--minify", "--format=esm", "--outdir=out"],
  },
  "Parcel 2.16.4": {
    packages: ["parcel@2.16.4"],
    command: ["parcel", "build", "index.html", "--dist-dir=out", "--no-source-maps", "--no-cache"],
  },
  "Rollup 4.68.7": {
    packages: ["rollup@4.68.7", "@rollup/plugin-node-resolve@16.0.3", "@rollup/plugin-terser@1.0.2"],
    command: ["rollup", "app.js", "--plugin=node-resolve", "--plugin=terser", "--dir=out"],
  },
  "Rspack 2.3.2": {
    packages: ["@rspack/core@2.3.2", "@rspack/cli@2.2.8"],
    command: ["rspack", "build", "--entry=./app.js", "--mode=production", "--output-path=out"],
  },
  "Vite 8.3.8": { packages: ["vite@8.3.8"], command: ["vite", "build", "--outDir=out"] },
  "webpack 5.112.2": {
    packages: ["webpack@5.112.2", "webpack-cli@7.3.1"],
    command: ["webpack", "./app.js", "--mode=production", "--output-path=out"],
  },
};

const measured = ["this client", "its methods alone"];
const consumer = await packedConsumer();
try {
  for (const [name, bundler] of Object.entries(bundlers)) {
    console.log(`${name.padEnd(16)} ${await sizesBy(bundler).catch((error: Error) => fail(error))}`);
  }
} finally {
  await consumer.remove();
}

/** The sizes of the applications that call both operations, in a project that has nothing else. */
async function sizesBy({ packages, command: [program = "", ...args] }: Bundler): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "bundler-"));
  const write = (file: string, text = ""): Promise<void> => writeFile(path.join(folder, file), text);
  try {
    await write("package.json", '{ "private": true, "type": "module" }');
    await write("index.html", '<!doctype html><script type="module" src="./app.js"></script>');
    await run("npm", ["install", "--ignore-scripts", consumer.tarball, ...packages], { cwd: folder });
    const sizes: string[] = [];
    for (const application of measured) {
      await write("app.js", applications[application]);
      await run(path.join("node_modules", ".bin", program), args, { cwd: folder });
      const code = await codeIn(path.join(folder, "out"));
      // What openapi-fetch alone calls so.
      const engine = code.includes("pathSerializer") ? "with" : "without";
      const gzipped = gzipSync(code, { level: 9 }).byteLength;
      sizes.push(`${application}: ${gzipped} bytes ${engine} openapi-fetch`);
    }
    return sizes.join(", ");
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The scripts of a folder, which is emptied. */
async function codeIn(folder: string): Promise<string> {
  const texts: string[] = [];
  for await (const file of glob(path.join(folder, "**/*.js"))) texts.push(await readFile(file, "utf8"));
  await rm(folder, { recursive: true });
  return texts.join("\n");
}

function fail({ message }: Error): string {
  process.exitCode = 1;
  return message;
}
