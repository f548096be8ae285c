#!/usr/bin/env node
import nodeModule from "node:module";

// Prism is much code: a second start does not compile it again. What is imported before this would
// not profit.
nodeModule.enableCompileCache?.();
const { main } = await import("./main.ts");
await main(process.argv.slice(2));
