import { dirname } from "node:path";
import { contractFile } from "@workflow-api/contract";
import type { AstroIntegration } from "astro";

/** In development, every page follows the contract file: when it changes, all is made anew and the pages reload. */
export function followContract(): AstroIntegration {
  return {
    name: "follow-contract",
    hooks: {
      "astro:server:setup": ({ server }) => {
        const file = process.env["CONTRACT_FILE"] ?? contractFile();
        // The folder: a file that is replaced by renaming another over it is a new one.
        server.watcher.add(dirname(file));
        server.watcher.on("all", (_event, path) => {
          if (path === file) {
            for (const environment of Object.values(server.environments)) {
              environment.moduleGraph.invalidateAll();
            }
            server.ws.send({ type: "full-reload" });
          }
        });
      },
    },
  };
}
