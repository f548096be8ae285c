import { registerHooks } from "node:module";
import { narrowerForPrism, unusedByPrism } from "./prism-modules.ts";

// A third of the memory of a running mock would be code and words that nothing asks for. Whoever imports Prism imports
// this first. Only what Prism itself asks for is changed: others find these packages as they are.
registerHooks({
  resolve(specifier, context, next) {
    if (context.parentURL?.includes("/@stoplight/prism-http/") !== true) return next(specifier, context);
    // This module exports nothing, and stands for what is not used.
    if (unusedByPrism.includes(specifier))
      return { url: import.meta.url, format: "module", shortCircuit: true };
    return next(narrowerForPrism[specifier] ?? specifier, context);
  },
});
