import { type Document, visit } from "yaml";
import { ContractError } from "./contract-error.ts";
import type { JsonValue } from "./json.ts";
import type { SourceLocation } from "./model.ts";

/** So many times aliases may be followed: beyond, a few lines can make a value that fits into no memory. */
const mostAliases = 10_000;

/**
 * The value of a YAML document, its aliases followed.
 * @throws {ContractError} Some of them stand for what they are part of, or they are too many.
 */
export function valueOfYaml(document: Document, placeAt: (offset: number) => SourceLocation): JsonValue {
  const loops: SourceLocation[] = [];
  visit(document, {
    Alias: (_key, alias, ancestors) => {
      const target = alias.resolve(document);
      if (target !== undefined && ancestors.includes(target)) loops.push(placeAt(alias.range?.[0] ?? 0));
    },
  });
  if (loops.length > 0) {
    const message = "This alias stands for what it is part of: a contract holds nothing that holds itself.";
    throw new ContractError(loops.map((location) => ({ message, location })));
  }
  try {
    return document.toJS({ maxAliasCount: mostAliases });
  } catch (cause) {
    if (!(cause instanceof ReferenceError)) throw cause;
    const message = `More than ${mostAliases} aliases are followed in this file: write a $ref in their place.`;
    throw new ContractError([{ message, location: placeAt(0) }]);
  }
}
