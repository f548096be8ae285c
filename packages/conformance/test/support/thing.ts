import type { JsonObject, SchemaModel } from "@workflow-api/contract";
import { createJudge } from "../../src/schema/judge.ts";
import { createWorld, type SchemaWorld } from "../../src/schema/worlds.ts";
import { contractOf } from "./contract-with.ts";

/** The schema `Thing` of a document, and what values are made of it with, for answers. */
export async function thingOf(
  document: JsonObject,
  seed: number = 7,
): Promise<{ readonly model: SchemaModel; readonly world: SchemaWorld }> {
  const contract = await contractOf(document);
  const model = contract.schemas.get("Thing");
  if (model === undefined) throw new Error("The schema is missing.");
  return {
    model,
    world: createWorld({ resolve: contract.resolve, judge: createJudge(contract), seed, sender: "server" }),
  };
}
