import { ContractError } from "./contract-error.ts";
import { isObject, type JsonObject } from "./json.ts";
import { appendPointer, pointerOfReference, valueAt } from "./json-pointer.ts";
import type { SourceLocation } from "./model.ts";
import { placesBelow } from "./schema-places.ts";
import { walkDocument } from "./walk-document.ts";

/** A step from a schema to one that the same value is held to. */
interface Step {
  /** The pointer of the other schema. */
  readonly to: string;
  /** The pointer of the object whose `$ref` is followed; `undefined`: the other schema stands inside of this one. */
  readonly by: string | undefined;
}

/**
 * Looks for schemas that hold a value to themselves before they look into it: to judge by one would never end (JSON
 * Schema 2020-12, 9.4.1). A schema may lead back to itself through the members or the items of a value, which end.
 * @throws {ContractError} There are some: each loop, at the `$ref` that closes it.
 */
export function assertEndings(document: JsonObject, locate: (pointer: string) => SourceLocation): void {
  const problems = [...loopsOf(document)].map((loop) => {
    const references = loop.flatMap(({ by }) => by ?? []);
    const places = [...references, loop.at(-1)?.to ?? ""].map((pointer) => `#${pointer}`);
    return {
      message: `This $ref closes a loop in which no part of a value is looked into, so that to check one never ends: ${places.join(" → ")}. Lead the loop through properties or items, or take a $ref out of it.`,
      location: locate(appendPointer(references.at(-1) ?? "", "$ref")),
    };
  });
  if (problems.length > 0) throw new ContractError(problems);
}

/** The steps of each loop. */
function* loopsOf(document: JsonObject): Generator<readonly Step[]> {
  const ended = new Set<string>();
  const trail: Step[] = [];
  const open = new Map<string, number>();
  function* visit(step: Step): Generator<readonly Step[]> {
    const start = open.get(step.to);
    if (start !== undefined) yield [...trail.slice(start), step];
    if (start !== undefined || ended.has(step.to)) return;
    trail.push(step);
    open.set(step.to, trail.length);
    for (const next of stepsFrom(document, step.to)) yield* visit(next);
    open.delete(step.to);
    trail.pop();
    ended.add(step.to);
  }
  for (const { kind, pointer } of walkDocument(document)) {
    if (kind === "schema") yield* visit({ to: pointer, by: undefined });
  }
}

/** The keywords whose schemas the same value is held to (JSON Schema 2020-12, 10.2 and 11). */
const inPlace = ["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas"];

function stepsFrom(document: JsonObject, pointer: string): Step[] {
  const schema = valueAt(document, pointer);
  if (!isObject(schema)) return [];
  const references = [schema["$ref"], schema["$dynamicRef"]].flatMap((reference): Step[] =>
    typeof reference === "string" && reference.startsWith("#")
      ? [{ to: pointerOfReference(reference), by: pointer }]
      : [],
  );
  const inside = placesBelow({ schema, pointer }, ...inPlace);
  return [...references, ...inside.map((place): Step => ({ to: place.pointer, by: undefined }))];
}
