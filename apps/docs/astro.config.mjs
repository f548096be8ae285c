import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";
import { afterBuild } from "./src/build/after-build.ts";
import { followContract } from "./src/build/follow-contract.ts";
import { searchIndex } from "./src/build/search-index.ts";

// The address that the site will have, if it is known: with it, there is a sitemap.
const site = process.env.DOCS_SITE;
// Starlight brings the one that warns without an address, unless it finds one of this name.
const noSitemap = { name: "@astrojs/sitemap", hooks: {} };

export default defineConfig({
  base: process.env.DOCS_BASE ?? "/",
  ...(site === undefined ? {} : { site }),
  outDir: process.env.DOCS_OUT ?? "./dist",
  cacheDir: process.env.DOCS_CACHE ?? "./node_modules/.astro",
  trailingSlash: "always",
  devToolbar: { enabled: false },
  build: { inlineStylesheets: "never" },
  // Highlighting by classes: a strict Content Security Policy refuses style attributes.
  markdown: { syntaxHighlight: "prism" },
  vite: {
    build: { assetsInlineLimit: 0 },
    // What the scripts of the pages import is known before the first page: found later, it would load that page anew.
    optimizeDeps: { entries: ["src/client/**/*.ts"] },
  },
  integrations: [
    starlight({
      title: "Workflow API",
      favicon: "/favicon.svg",
      customCss: ["layout", "shell", "site", "reference", "try-it", "comfort", "print"].map(
        (name) => `./src/styles/${name}.css`,
      ),
      // Expressive Code paints with inline styles.
      expressiveCode: false,
      routeMiddleware: "./src/route-data.ts",
      components: {
        Search: "./src/components/shell/search.astro",
        TableOfContents: "./src/components/shell/table-of-contents.astro",
        MobileTableOfContents: "./src/components/shell/mobile-table-of-contents.astro",
      },
      credits: false,
      lastUpdated: false,
      disable404Route: true,
      // The index is written by searchIndex().
      pagefind: false,
    }),
    ...(site === undefined ? [noSitemap] : []),
    followContract(),
    searchIndex(),
    // Last: it reads what the others have written.
    afterBuild(),
  ],
});
