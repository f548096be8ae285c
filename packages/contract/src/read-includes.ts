import { isObject, type JsonValue } from "./json.ts";
import { appendPointer } from "./json-pointer.ts";
import type { Includes, Parameter } from "./model.ts";
import type { Reading } from "./reading.ts";

/** The query parameter of an operation that has `x-includes`, if there is one; there cannot be several. */
export function readIncludes(reading: Reading, parameters: readonly Parameter[]): Includes | undefined {
  const found = parameters.flatMap(({ in: location, name, parameterPointer }): Includes[] => {
    const placed =
      location === "query" ? reading.follow(reading.at(parameterPointer), parameterPointer) : undefined;
    const adds = placed?.value["x-includes"];
    if (placed === undefined || adds === undefined) return [];
    const pointer = appendPointer(placed.pointer, "x-includes");
    return [{ parameter: name, adds: readPointers(reading, adds, pointer), pointer }];
  });
  const [first, ...others] = found;
  for (const { parameter, pointer } of others) {
    reading.problem(
      `${parameter} has x-includes, as ${first?.parameter} has: one parameter of an operation asks for parts of the body. Let it ask for these too.`,
      pointer,
    );
  }
  return first;
}

function readPointers(reading: Reading, adds: JsonValue, pointer: string): Map<string, string> {
  const entries = isObject(adds) ? Object.entries(adds) : [];
  if (entries.length === 0)
    reading.problem("x-includes maps each value to a JSON Pointer into the body.", pointer);
  const pointers = new Map<string, string>();
  for (const [name, target] of entries) {
    if (typeof target === "string" && target.startsWith("/")) pointers.set(name, target);
    else
      reading.problem("An x-includes value is a JSON Pointer into the body.", appendPointer(pointer, name));
  }
  return pointers;
}
