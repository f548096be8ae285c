import { registerHooks } from "node:module";
import { narrowerForPrism, unusedByPrism } from "./prism-modules.ts";

const unused = import.meta.url.endsWith(".ts")
  ? new URL("unused.cts", import.meta.url).href
  : new URL("unused.cjs", import.meta.url).href;

// A third of the memory of a running mock would be code and words that nothing asks for. Whoever imports Prism imports
// this first. Only what Prism itself asks for is changed: others find these packages as they are.
registerHooks({
  resolve(specifier, context, next) {
    if (context.parentURL?.includes("/@stoplight/prism-http/") !== true) return next(specifier, context);
    if (unusedByPrism.includes(specifier)) return { url: unused, format: "commonjs", shortCircuit: true };
    return next(narrowerForPrism[specifier] ?? specifier, context);
  },
});
