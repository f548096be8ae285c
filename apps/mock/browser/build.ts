import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadContract } from "@workflow-api/contract";
import { build, type Plugin } from "esbuild";

// Part of the build: the mock with Prism and its contract, as modules that a page loads as they
// are.

/**
 * What Prism loads at once and a mock never calls: it forwards no request and reads neither files
 * nor Postman.
 */
const unused =
  "@stoplight/http-spec/postman/operation http-proxy-agent https-proxy-agent " +
  "json-schema-ref-parser crypto fs node-fetch util";

/** What stands in a page for a module, as source text. */
const standIns: Readonly<Record<string, string>> = {
  ...Object.fromEntries(unused.split(" ").map((name) => [name, ""])),
  // Prism tells servers of remote files where it runs. A contract in a page has no remote files.
  os: 'module.exports = { type: () => "", arch: () => "", release: () => "" };',
  path: "exports.extname = (path) => /[^/](\\.[^./]*)\\/*$/.exec(path)?.[1] ?? '';",
  // The one that pino has for pages lacks Prism's own level.
  pino: `
    const silent = new Proxy({}, { get: () => () => silent });
    module.exports = Object.assign(() => silent, { levels: { values: { info: 30 } } });
  `,
  globals: `
    export { Buffer } from "buffer/";
    export const process = { env: {}, browser: true, cwd: () => "/" };
    export const global = globalThis;
    export const location = globalThis.location ?? { origin: "http://localhost", pathname: "/" };
  `,
};

/** What is a better form of a module for a page. */
const alias = {
  "@faker-js/faker": "@faker-js/faker/locale/en",
  buffer: "buffer/",
  url: "url/",
  // Its other form asks for its parts in a way that cannot be followed.
  "jsonc-parser": "jsonc-parser/lib/esm/main.js",
};

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** A module of Node that is not foreseen fails the build. */
const standIn: Plugin = {
  name: "stand-in",
  setup({ onLoad, onResolve }) {
    const names = Object.keys(standIns).join("|");
    onResolve({ filter: new RegExp(`^(?:node:)?(?:${names})$`) }, ({ path: asked }) => ({
      path: asked.replace(/^node:/, ""),
      namespace: "stand-in",
    }));
    onLoad({ filter: /./, namespace: "stand-in" }, ({ path: name }) => ({
      contents: standIns[name] ?? "",
      resolveDir: import.meta.dirname,
    }));
  },
};

// The parts have names of their own for each content: those of an earlier build would stay.
rmSync(path("../dist/browser"), { recursive: true, force: true });
await build({
  entryPoints: { msw: path("../src/msw.ts") },
  outdir: path("../dist/browser"),
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "browser",
  target: "es2023",
  minify: true,
  legalComments: "linked",
  external: ["msw"],
  inject: ["globals"],
  define: { packagedDocument: JSON.stringify(loadContract().document) },
  alias,
  plugins: [standIn],
});
