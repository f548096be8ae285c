import { fileURLToPath } from "node:url";
import { contractFile, loadContract } from "@workflow-api/contract";
import type { AstroIntegration, HookParameters } from "astro";

/** The module that holds the contract. */
const holder = fileURLToPath(new URL("../contract.ts", import.meta.url));

type Server = HookParameters<"astro:server:setup">["server"];

/** In development, every page follows the files of the contract: when one changes, all are made anew and reload. */
export function followContract(): AstroIntegration {
  return {
    name: "follow-contract",
    hooks: {
      "astro:server:setup": async ({ server }) => {
        const root = process.env["CONTRACT_FILE"] ?? contractFile();
        const files = new Set([root]);
        await watch(server, root, files);
        server.watcher.on("all", (_event, path) => {
          if (files.has(path)) {
            renew(server);
            void watch(server, root, files);
          }
        });
      },
    },
  };
}

/** Watches whatever files the contract consists of now. A broken one consists of those that it had. */
async function watch(server: Server, root: string, files: Set<string>): Promise<void> {
  const found = await loadContract(root).then(
    (contract) => contract.files,
    () => [root],
  );
  for (const file of found) {
    files.add(file);
    server.watcher.add(file);
  }
}

/** Forgets the module that holds the contract and all that imports it: to forget everything would take a second. */
function renew(server: Server): void {
  for (const { moduleGraph } of Object.values(server.environments)) {
    const stale = new Set(moduleGraph.getModulesByFile(holder));
    for (const module of stale) {
      moduleGraph.invalidateModule(module);
      for (const importer of module.importers) {
        stale.add(importer);
      }
    }
  }
  server.ws.send({ type: "full-reload" });
}
