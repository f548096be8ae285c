import {
  type Contract,
  documentAsSentBy,
  isObject,
  type Sender,
  schemaAsSentBy,
} from "@workflow-api/contract";
import type { SchemaWorld } from "./facets.ts";
import { createJudge, type Judge } from "./judge.ts";

/** What generators of values need of a contract, for what either side sends. */
export function createWorlds(contract: Contract, seed: number): Readonly<Record<Sender, SchemaWorld>> {
  const { document, locate } = contract;
  const judges = new Map<unknown, Judge>();
  const worldOf = (sender: Sender): SchemaWorld => {
    const sent = documentAsSentBy(document, sender);
    const judge = judges.get(sent) ?? createJudge({ document: sent, locate });
    judges.set(sent, judge);
    return {
      sender,
      seed,
      judge,
      resolve: sent === document ? contract.resolve : resolverOf(contract, sender),
    };
  };
  return { client: worldOf("client"), server: worldOf("server") };
}

function resolverOf({ document, resolve }: Contract, sender: Sender): Contract["resolve"] {
  return (schema, pointer) => {
    const resolved = resolve(schema, pointer);
    return isObject(resolved.schema)
      ? { ...resolved, schema: schemaAsSentBy(document, resolved.schema, sender) }
      : resolved;
  };
}
