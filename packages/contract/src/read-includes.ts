import { includedMember } from "./included-member.ts";
import { isObject, type JsonValue } from "./json.ts";
import { appendPointer } from "./json-pointer.ts";
import type { Include, Operation, Parameter } from "./model.ts";
import type { Reading } from "./reading.ts";

/** What the values of the query parameters add to the 2xx body (`x-includes`). */
export function readIncludes(
  reading: Reading,
  operation: Pick<Operation, "method" | "parameters" | "responses">,
): Include[] {
  return operation.parameters.flatMap((parameter): Include[] => {
    const { in: location, parameterPointer } = parameter;
    const placed =
      location === "query" ? reading.follow(reading.at(parameterPointer), parameterPointer) : undefined;
    const adds = placed?.value["x-includes"];
    if (placed === undefined || adds === undefined) return [];
    const pointer = appendPointer(placed.pointer, "x-includes");
    return readPointers(reading, adds, pointer).map(([value, target]) => ({
      parameter,
      value,
      typed: typedAs(parameter, value),
      adds: target,
      ...includedMember(reading.resolve, operation, target),
      pointer,
    }));
  });
}

/** The value that has a text: of those that the schema of the parameter takes, the text itself before others. */
function typedAs({ shape, accepts }: Parameter, text: string): JsonValue {
  const other = unquoted(text);
  const isTaken = (value: JsonValue): boolean => accepts(shape === "array" ? [value] : value);
  return other === undefined || isTaken(text) || !isTaken(other) ? text : other;
}

/** The number, or the truth value, that is written so. */
function unquoted(text: string): JsonValue | undefined {
  if (text === "true" || text === "false") return text === "true";
  const number = Number(text);
  return Number.isFinite(number) && String(number) === text ? number : undefined;
}

function readPointers(
  reading: Reading,
  adds: JsonValue,
  pointer: string,
): (readonly [value: string, target: string])[] {
  const entries = isObject(adds) ? Object.entries(adds) : [];
  if (entries.length === 0)
    reading.problem("x-includes maps each value to a JSON Pointer into the body.", pointer);
  return entries.flatMap(([name, target]) => {
    if (typeof target === "string" && target.startsWith("/")) return [[name, target] as const];
    reading.problem("An x-includes value is a JSON Pointer into the body.", appendPointer(pointer, name));
    return [];
  });
}
