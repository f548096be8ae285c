import {
  type Contract,
  documentAsSentBy,
  isObject,
  type JsonObject,
  resolveSchema,
  type Sender,
  valueAt,
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
      resolve: sent === document ? contract.resolve : resolverIn(sent, document),
    };
  };
  return { client: worldOf("client"), server: worldOf("server") };
}

/** A schema of the contract is the one at its place in the document as it is sent. */
function resolverIn(sent: JsonObject, document: JsonObject): Contract["resolve"] {
  return (schema, pointer) => {
    const own = isObject(schema) && schema === valueAt(document, pointer) ? valueAt(sent, pointer) : schema;
    return resolveSchema(sent, isObject(own) ? own : schema, pointer);
  };
}
