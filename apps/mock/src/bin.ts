#!/usr/bin/env node
import nodeModule from "node:module";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 24 || (major === 24 && minor < 18)) {
  // Before anything is loaded that an older Node cannot even read.
  console.error(`The mock needs Node 24.18 or later, as Prism does; this is ${process.version}.`);
  process.exitCode = 1;
} else {
  // Prism is much code: the second start does not compile it again.
  nodeModule.enableCompileCache();
  const { main } = await import("./cli/main.ts");
  await main(process.argv.slice(2));
}
