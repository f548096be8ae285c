import type { Contract } from "@workflow-api/contract";
import { designClient } from "@workflow-api/contract/calls";
import { errorsModule } from "./error-types.ts";
import { markedParts } from "./marked-parts.ts";
import { moduleOf, ONE_WAY, oneWayModule } from "./one-way-types.ts";
import { typesModule } from "./types.ts";
import { documentForTypes } from "./types-document.ts";
import { wireModule } from "./wire.ts";

/**
 * The modules that a contract decides, by file name.
 *
 * @param contract - The contract.
 * @param types - The types of the same contract, as `@workflow-api/types` generates them.
 */
export function generateClient(contract: Contract, types: string): ReadonlyMap<string, string> {
  const design = designClient(contract);
  const module = moduleOf(types);
  return new Map([
    ["openapi.ts", types],
    ...(module === ONE_WAY
      ? [["one-way.ts", oneWayModule(markedParts(documentForTypes(contract)))] as const]
      : []),
    ["wire.ts", wireModule(design)],
    ["types.ts", typesModule(design, module)],
    ["errors.ts", errorsModule(design, module)],
  ]);
}
