import {
  type Contract,
  createResolver,
  documentAsSentBy,
  isObject,
  type JsonObject,
  type Sender,
  valueAt,
} from "@workflow-api/contract";
import type { Place, SampleWorld } from "@workflow-api/contract/samples";
import { once } from "../once.ts";
import { createJudge, type Judge } from "./judge.ts";
import { stringCandidates } from "./strings.ts";

/** What the generators of values share. */
export interface SchemaWorld extends SampleWorld {
  readonly judge: Judge;
  readonly seed: number;
  /** Which parts of a value are varied where it has very many. Absent: all of them. */
  readonly isVaried?: (places: readonly Place[]) => boolean;
}

/** What generators of values need of a contract, for what either side sends. */
export function createWorlds(contract: Contract, seed: number): Readonly<Record<Sender, SchemaWorld>> {
  const { document, locate } = contract;
  const judges = new Map<unknown, Judge>();
  const worldOf = (sender: Sender): SchemaWorld => {
    const sent = documentAsSentBy(document, sender);
    const judge = judges.get(sent) ?? createJudge({ document: sent, locate });
    judges.set(sent, judge);
    const resolve = sent === document ? contract.resolve : resolverIn(sent, document);
    return createWorld({ judge, resolve, seed, sender });
  };
  return { client: worldOf("client"), server: worldOf("server") };
}

/** A world of samples with every property that is declared. */
export function createWorld(world: Pick<SchemaWorld, "judge" | "resolve" | "seed" | "sender">): SchemaWorld {
  return { ...world, members: "all", texts: (facets) => stringCandidates(facets, world.seed) };
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
