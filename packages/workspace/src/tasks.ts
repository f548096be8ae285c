import { runTurbo } from "./turbo.ts";

// `npm run lint`, `build` and the others: `node command.mjs tasks lint --filter=NAME`.
const { code } = await runTurbo(process.argv.slice(2));
process.exitCode = code;
