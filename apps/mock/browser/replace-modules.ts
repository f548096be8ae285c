import { builtinModules } from "node:module";
import { fileURLToPath } from "node:url";
import type { Plugin } from "esbuild";
import { narrowerForPrism, unusedByPrism } from "../src/engine/prism-modules.ts";

/** What Prism loads and a mock never calls; in a page it reads no file either. */
const unused = [...unusedByPrism, "json-schema-ref-parser", "fs", "crypto", "util"];

/** What stands in a page for a module, by its name without `node:`. */
const replacements: Readonly<Record<string, string>> = {
  ...narrowerForPrism,
  ...Object.fromEntries(unused.map((name) => [name, "./stand-in/unused.ts"])),
  os: "./stand-in/os.ts",
  path: "./stand-in/path.ts",
  pino: "./stand-in/pino.cjs",
  "node-fetch": "./stand-in/node-fetch.cjs",
  // Those of npm are Node's own, made for pages.
  buffer: "buffer/",
  url: "url/",
  // Its other form asks for its parts in a way that cannot be followed.
  "jsonc-parser": "jsonc-parser/lib/esm/main.js",
};

/** Puts what a page has in the place of what Node has. A module of Node that is not foreseen fails the build. */
export const replaceModules: Plugin = {
  name: "replace-modules",
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[^.]/ }, async ({ path, kind, importer, pluginData }) => {
      const name = path.replace(/^node:/, "");
      const replacement = replacements[name];
      if (pluginData === "replaced" || replacement === undefined) {
        if (!builtinModules.includes(name)) return undefined;
        return {
          errors: [{ text: `${name} is not in a page, and ${importer} asks for it: name what replaces it.` }],
        };
      }
      if (replacement.startsWith("./")) return { path: fileURLToPath(new URL(replacement, import.meta.url)) };
      return resolve(replacement, { kind, resolveDir: import.meta.dirname, pluginData: "replaced" });
    });
  },
};
