import {
  type Contract,
  createResolver,
  documentAsSentBy,
  isObject,
  type JsonObject,
  type Sender,
  valueAt,
} from "@workflow-api/contract";
import { once } from "../once.ts";
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
  const resolve = createResolver(sent);
  const versions = once((pointer: string) => [valueAt(document, pointer), valueAt(sent, pointer)]);
  return (schema, pointer) => {
    const [stated, own] = isObject(schema) ? versions(pointer) : [];
    return resolve(schema === stated && isObject(own) ? own : schema, pointer);
  };
}
