import { fileURLToPath } from "node:url";
import starlight from "@astrojs/starlight";
import { contractFile } from "@workflow-api/contract";
import { defineConfig } from "astro/config";
import { completePages } from "./src/complete-pages.ts";

// Read again by the modules of the pages, which Astro bundles away from the packages that they come
// from.
const contract = process.env["CONTRACT_FILE"] ?? contractFile();
process.env["CONTRACT_FILE"] = contract;
const { DOCS_BASE: base = "/", DOCS_SITE: site, DOCS_WORK: work } = process.env;

export default defineConfig({
  base,
  ...(site === undefined ? {} : { site }),
  ...(work === undefined ? {} : { outDir: `${work}/site`, cacheDir: `${work}/cache` }),
  trailingSlash: "always",
  devToolbar: { enabled: false },
  build: { inlineStylesheets: "never" },
  // By classes: a strict policy refuses the style attributes of other highlighters.
  markdown: { syntaxHighlight: "prism" },
  vite: {
    build: { assetsInlineLimit: 0 },
    resolve: {
      alias: [
        {
          find: /^@pagefind\/default-ui$/,
          replacement: fileURLToPath(new URL("src/search-ui.ts", import.meta.url)),
        },
      ],
    },
  },
  security: {
    csp: {
      directives: [
        "default-src 'none'",
        "img-src 'self' data:",
        "font-src 'self'",
        // Try it calls whatever server the reader names.
        "connect-src 'self' http: https:",
        "base-uri 'none'",
        "form-action 'none'",
      ],
      // Pagefind is WebAssembly.
      scriptDirective: { resources: ["'self'", "'wasm-unsafe-eval'"] },
      styleDirective: { resources: ["'self'"] },
    },
  },
  integrations: [
    {
      name: "follow-contract",
      hooks: {
        // Astro starts anew whenever it changes: with it the navigation, the guides and every page.
        "astro:config:setup": ({ addWatchFile }) => addWatchFile(contract),
        "astro:server:setup": ({ server }) => {
          server.watcher.add(contract);
        },
      },
    },
    ...(site === undefined ? [{ name: "@astrojs/sitemap", hooks: {} }] : []),
    starlight({
      title: "Workflow API",
      favicon: "/favicon.svg",
      customCss: ["base", "reference", "panel", "pages"].map((name) =>
        fileURLToPath(new URL(`src/styles/${name}.css`, import.meta.url)),
      ),
      // Expressive Code paints with inline styles.
      expressiveCode: false,
      routeMiddleware: "./src/route-data.ts",
      components: { MarkdownContent: "./src/components/markdown-content.astro" },
      credits: false,
      lastUpdated: false,
      disable404Route: true,
    }),
    completePages(),
  ],
});
