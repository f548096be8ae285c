import { ContractError } from "./contract-error.ts";
import { joinParts } from "./join-parts.ts";
import { isObject, type JsonObject } from "./json.ts";
import type { SourceLocation } from "./model.ts";
import type { Sources } from "./source.ts";

/** One document of a contract that may stand in several files: every `$ref` points into the document itself. */
export interface Bundle {
  readonly document: JsonObject;
  /** Where a place of the document stands in its file; the nearest ancestor if it is absent. */
  locate(pointer: string): SourceLocation;
}

/**
 * Makes one document of a contract.
 * @throws {ContractError} A file cannot be read, or a `$ref` leads nowhere or to the network.
 */
export function bundle(file: string, sources: Sources): Bundle {
  const { document, origins } = joinParts(file, sources);
  if (!isObject(document)) {
    throw new ContractError([{ message: "A contract is an object.", location: sources.locate(file, "") }]);
  }
  const locate = (pointer: string): SourceLocation => {
    const [component = ""] = /^\/components\/[^/]+\/[^/]+/.exec(pointer) ?? [];
    const origin = origins.get(component);
    return origin === undefined
      ? sources.locate(file, pointer)
      : sources.locate(origin.file, origin.pointer + pointer.slice(component.length));
  };
  // The same few places are asked for by everything that is derived from them.
  const located = new Map<string, SourceLocation>();
  return {
    document,
    locate: (pointer) => {
      const location = located.get(pointer) ?? locate(pointer);
      located.set(pointer, location);
      return location;
    },
  };
}
