#!/usr/bin/env node
import nodeModule from "node:module";
import { setFlagsFromString } from "node:v8";

// Under load V8 makes room for short-lived objects, and keeps it: 100 MB that make an answer faster by a twentieth.
setFlagsFromString("--semi-space-growth-factor=1");

// Prism is much code: a second start does not compile it again. What is imported before this would not profit.
nodeModule.enableCompileCache();
const { main } = await import("./main.ts");
await main(process.argv.slice(2));
