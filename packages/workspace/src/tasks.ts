import { runTurbo, runTurboQuietly } from "./turbo.ts";

// `npm run lint`, `build` and the others: `node command.mjs tasks lint --filter=NAME`.
// `--quietly=WHAT` comes first, and prints one line, such as "Built the docs (2.1 s)".
const [first = "", ...others] = process.argv.slice(2);
const [, what] = /^--quietly=(.+)/.exec(first) ?? [];
if (what === undefined) process.exitCode = await runTurbo([first, ...others]);
else await runTurboQuietly(what, ...others);
