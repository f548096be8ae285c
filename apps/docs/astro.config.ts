import { fileURLToPath } from "node:url";
import starlight from "@astrojs/starlight";
import { type Contract, contractFile, omittedLines } from "@workflow-api/contract";
import { defineConfig } from "astro/config";
import { finishPages } from "./src/finish/finish.ts";
import { schemaNames } from "./src/model/types.ts";
import { optionalPages, readContract } from "./src/navigation.ts";

const file = process.env["CONTRACT_FILE"] ?? contractFile();
const contract = readable();
const { DOCS_BASE: base = "/", DOCS_SITE: site, DOCS_WORK: work } = process.env;

export default defineConfig({
  base,
  ...(site === undefined ? {} : { site }),
  ...(work === undefined ? {} : { outDir: `${work}/site`, cacheDir: `${work}/cache` }),
  trailingSlash: "always",
  devToolbar: { enabled: false },
  // The router of the pages would load each page that a pointer touches.
  prefetch: false,
  build: { inlineStylesheets: "never" },
  // By classes: a strict policy refuses the style attributes of other highlighters.
  markdown: { syntaxHighlight: "prism" },
  vite: {
    build: { assetsInlineLimit: 0 },
    // Bundled, it would not find the files of what it depends on.
    environments: {
      prerender: { resolve: { external: ["@workflow-api/conformance", "@workflow-api/contract"] } },
    },
  },
  integrations: [
    {
      name: "pages-of-contract",
      hooks: {
        // Astro restarts whenever it changes: with it the navigation, the guides and every page.
        "astro:config:setup": ({ addWatchFile, injectRoute }) => {
          addWatchFile(file);
          for (const [id] of contract === undefined ? [] : optionalPages(contract))
            injectRoute({ pattern: `/${id}`, entrypoint: `./src/pages/_${id}.astro` });
          if (contract !== undefined && schemaNames(contract).length > 0)
            injectRoute({
              pattern: "/schemas/[schema]",
              entrypoint: "./src/pages/_schema.astro",
            });
        },
        // Hooks are called once, although Astro reads its configuration more than once.
        "astro:build:start": reportOmitted,
        "astro:server:start": reportOmitted,
        "astro:server:setup": ({ server }) => {
          server.watcher.add(file);
        },
      },
    },
    ...(site === undefined ? [{ name: "@astrojs/sitemap", hooks: {} }] : []),
    starlight({
      title: contract?.info.title ?? "Workflow API",
      favicon: "/favicon.svg",
      customCss: ["theme", "page", "panel"].map((name) =>
        fileURLToPath(new URL(`src/styles/${name}.css`, import.meta.url)),
      ),
      // Expressive Code paints with inline styles.
      expressiveCode: false,
      // The component makes the sidebar: that of Starlight would be made again for every page.
      sidebar: [],
      pagination: false,
      components: {
        Head: "./src/shell/head.astro",
        PageTitle: "./src/shell/page-title.astro",
        Search: "./src/shell/search.astro",
        Sidebar: "./src/shell/sidebar.astro",
      },
      pagefind: false,
      credits: false,
      lastUpdated: false,
      disable404Route: true,
    }),
    finishPages(site, base.replace(/\/?$/, "/")),
  ],
});

/** Says which operations no page shows, and why. */
function reportOmitted(): void {
  for (const line of contract === undefined ? [] : omittedLines(contract)) console.warn(line);
}

/** The contract. `undefined`: it is broken, and each page says why. */
function readable(): Contract | undefined {
  try {
    return readContract();
  } catch {
    return undefined;
  }
}
