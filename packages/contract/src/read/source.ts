import { appendPointer, isObject, type JsonObject, type JsonValue, parsePointer } from "../json.ts";
import type { SourceLocation } from "../model.ts";
import { ContractError } from "../profile/contract-error.ts";
import type { UnlocatedProblem } from "../profile/kind.ts";
import { createEventReader, type Offsets, readNode } from "./events.ts";
import { parseFile, type SyntaxProblem } from "./syntax.ts";

// From the text of a file to its value. Whatever one parser would lose, or another would read
// differently, is refused here, so that no other code has to consider it.

/**
 * A contract file as text and value. Structured clones of it carry it between threads and
 * processes.
 */
export interface Source {
  /** As it was given, for messages. */
  readonly file: string;
  readonly text: string;
  readonly document: JsonObject;
  /** How many characters precede each member and item, by the object or the array that has it. */
  readonly offsets: ReadonlyMap<JsonValue, Offsets>;
  /** Values that not every parser reads the same. */
  readonly problems: readonly UnlocatedProblem[];
}

/**
 * Parses the text of a file without checking its content.
 *
 * @throws {ContractError} It is no YAML, or it would not be read the same by every parser.
 */
export function parseSource(file: string, text: string): Source {
  const refuse = (problems: readonly SyntaxProblem[]): never => {
    const lineOf = createLines(text);
    throw new ContractError(
      problems.map(({ message, offset = 0, pointer = "" }) => ({
        message,
        location: { file, ...lineOf(offset), pointer },
      })),
    );
  };
  const events = parseFile(file, text);
  if ("message" in events) return refuse([events]);
  const reader = createEventReader(text, events, refuse);
  const document = readNode(reader);
  const { offsets, problems, valueProblems } = reader;
  if (problems.length > 0) return refuse(problems);
  if (isObject(document)) return { file, text, document, offsets, problems: valueProblems };
  return refuse([{ message: 'the file holds no object: a contract begins with "openapi: 3.1.1"' }]);
}

/** Finds the places of JSON Pointers; of what an alias repeats, that at the anchor. */
export function createLocator(source: Source): (pointer: string) => SourceLocation {
  const lineOf = createLines(source.text);
  return (pointer) => {
    let holder: JsonValue | undefined = source.document;
    let [found, offset] = ["", 0];
    for (const token of parsePointer(pointer)) {
      const offsets: Offsets = source.offsets.get(holder ?? null) ?? {};
      const next = Object.hasOwn(offsets, token) ? offsets[token] : undefined;
      if (next === undefined) break;
      found = appendPointer(found, token);
      offset = next;
      holder = Object(holder)[token];
    }
    return { file: source.file, ...lineOf(offset), pointer: found };
  };
}

/** Finds the line and the column of an offset in a text. The lines are counted on demand. */
function createLines(text: string): (offset: number) => Pick<SourceLocation, "line" | "column"> {
  let starts: readonly number[] | undefined;
  return (offset) => {
    starts ??= [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
    let [line, next] = [0, starts.length];
    // Halved each time: a large contract may have many problems.
    while (next - line > 1) {
      const middle = Math.floor((line + next) / 2);
      if ((starts[middle] ?? 0) <= offset) line = middle;
      else next = middle;
    }
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}
