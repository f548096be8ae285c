#!/usr/bin/env node
import nodeModule from "node:module";

// Caches compiled code, most of it Prism's, for the next start. Imports before this line are not
// cached.
nodeModule.enableCompileCache?.();
// The reader of the output may close it.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
const { main } = await import("./main.ts");
await main(process.argv.slice(2));
