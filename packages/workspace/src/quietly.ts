import { runTurboQuietly } from "./turbo.ts";

// `node command.mjs quietly "Built the docs" build --filter=NAME`: one line in place of the output.
const [what = "", ...args] = process.argv.slice(2);
await runTurboQuietly(what, ...args);
