import { registerHooks } from "node:module";

/** What Prism loads at once and a mock never calls: it forwards no request, and reads no Postman collection. */
const unused = new Set(["http-proxy-agent", "https-proxy-agent", "@stoplight/http-spec/postman/operation"]);

/** Prism takes the English fake values alone from a package that holds those of seventy languages. */
const narrower: Readonly<Record<string, string>> = { "@faker-js/faker": "@faker-js/faker/locale/en" };

// A third of the memory of a running mock would be code and words that nothing asks for. Whoever imports Prism imports
// this first. Only what Prism itself asks for is changed: others find these packages as they are.
registerHooks({
  resolve(specifier, context, next) {
    if (context.parentURL?.includes("/@stoplight/prism-http/") !== true) return next(specifier, context);
    // This module exports nothing, and stands for what is not used.
    if (unused.has(specifier)) return { url: import.meta.url, format: "module", shortCircuit: true };
    return next(narrower[specifier] ?? specifier, context);
  },
});
