import { fileURLToPath } from "node:url";
import starlight from "@astrojs/starlight";
import { contractFile } from "@workflow-api/contract";
import { defineConfig } from "astro/config";
import { finishPages } from "./src/finish/finish.ts";

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
  vite: { build: { assetsInlineLimit: 0 } },
  integrations: [
    {
      name: "follow-contract",
      hooks: {
        // Astro restarts whenever it changes: with it the navigation, the guides and every page.
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
      customCss: ["base", "reference", "panel"].map((name) =>
        fileURLToPath(new URL(`src/styles/${name}.css`, import.meta.url)),
      ),
      // Expressive Code paints with inline styles.
      expressiveCode: false,
      routeMiddleware: "./src/route-data.ts",
      components: {
        PageTitle: "./src/components/page-title.astro",
        Search: "./src/components/search.astro",
        Sidebar: "./src/components/sidebar.astro",
        SkipLink: "./src/components/skip-links.astro",
      },
      pagefind: false,
      credits: false,
      lastUpdated: false,
      disable404Route: true,
    }),
    finishPages(site, base.replace(/\/?$/, "/")),
  ],
});
