import { readFileSync } from "node:fs";
import type { Contract } from "@workflow-api/contract";
import { isObject, type JsonObject, type JsonValue, valueAt } from "@workflow-api/contract/json";
import { load } from "js-yaml";
import type { Mutant } from "./mutants.ts";

/** A kind of change that nothing can tell from the contract: see `score-exceptions.yaml`. */
interface ScoreException {
  readonly reason: string;
  readonly operator: string;
  readonly becomes?: JsonValue;
  /** `null`: the keyword has any value. */
  readonly has?: JsonObject;
  readonly parameter?: "any" | "header" | "path" | "query";
}

const file = new URL("score-exceptions.yaml", import.meta.url);
const exceptions = load(readFileSync(file, "utf8")) as readonly ScoreException[];

/** Why a mutant of a contract means the same as the contract. `undefined`: that is not known. */
export function reasonFor(contract: Contract, mutant: Mutant): string | undefined {
  return exceptions.find((each) => isExcepted(each, contract, mutant))?.reason;
}

function isExcepted(
  { becomes, has, operator, parameter }: ScoreException,
  { document }: Contract,
  { document: mutated, operator: own, pointer }: Mutant,
): boolean {
  const before = valueAt(document, pointer);
  const after = valueAt(mutated, pointer);
  const schema = isObject(before) ? before : valueAt(document, pointer.replace(/\/[^/]*$/, ""));
  return (
    own === operator &&
    (becomes === undefined || after === becomes) &&
    (has === undefined || hasMembers(schema, has)) &&
    (parameter === undefined || isIn(document, pointer, parameter))
  );
}

function hasMembers(schema: JsonValue | undefined, members: JsonObject): boolean {
  return Object.entries(members).every(([key, value]) => {
    const found = isObject(schema) ? schema[key] : undefined;
    return found !== undefined && (value === null || found === value);
  });
}

/** Whether a pointer leads into a parameter in this place. */
function isIn(document: JsonObject, pointer: string, place: string): boolean {
  const parts = pointer.split("/").map((_, at, all) => all.slice(0, at + 1).join("/"));
  return parts.some((each) => {
    const part = valueAt(document, each);
    const found = isObject(part) && isObject(part["schema"]) ? part["in"] : undefined;
    return found !== undefined && (place === "any" || found === place);
  });
}
