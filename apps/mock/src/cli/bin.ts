#!/usr/bin/env node
import nodeModule from "node:module";

// Caches compiled code, most of it Prism's, for the next start. Imports before this line are not
// cached.
nodeModule.enableCompileCache?.();
const { main } = await import("./main.ts");
await main(process.argv.slice(2));
