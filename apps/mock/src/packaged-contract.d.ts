import type { JsonObject } from "@workflow-api/contract/json";

/** The contract of this package. `build.ts` writes the module. */
export declare const document: JsonObject;
