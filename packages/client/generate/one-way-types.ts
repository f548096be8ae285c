import type { MarkedParts } from "./marked-parts.ts";
import { BANNER } from "./print.ts";

/** Whether a contract has members that only one side sends: its types are marked then. */
export function isMarked(document: object): boolean {
  return /"(read|write)Only":true/.test(JSON.stringify(document));
}

/** The module that says of marked types what is sent and what is read. */
export const ONE_WAY = "./one-way.ts";

/** The module in which the types of the paths, the operations and the schemas are as a program meets them. */
export function moduleOf(types: string): string {
  return types.includes("export type $Read<") ? ONE_WAY : "./openapi.ts";
}

/**
 * The text of {@link ONE_WAY}. The types of openapi-typescript that do this make lists of tuples, and leave the marks in
 * parameters. What has no marks stays as it is: to take none away costs the compiler as much as to take some.
 */
export function oneWayModule({ operations, paths, schemas }: MarkedParts): string {
  return `${BANNER}
import type {
  $Read,
  $Write,
  components as markedComponents,
  operations as markedOperations,
  paths as markedPaths,
} from "./openapi.ts";

/** The schemas, as they are read. */
export interface components {
  schemas: {
    [Name in keyof markedComponents["schemas"]]: Name extends ${unionOf(schemas)}
      ? Read<markedComponents["schemas"][Name]>
      : markedComponents["schemas"][Name];
  };
}

/** The operations: their parameters whole, the bodies of requests as they are sent, those of responses as they are read. */
export type operations = {
  [Id in keyof markedOperations]: Id extends ${unionOf(operations)}
    ? Unmarked<markedOperations[Id]>
    : markedOperations[Id];
};

/** The same operations by path and method. */
export type paths = {
  [Path in keyof markedPaths]: Path extends ${unionOf(paths)}
    ? { [Method in keyof markedPaths[Path]]: Unmarked<markedPaths[Path][Method]> }
    : markedPaths[Path];
};

type Unmarked<Operation> = {
  [Part in keyof Operation]: Part extends "responses"
    ? Read<Operation[Part]>
    : Part extends "requestBody"
      ? Without<Operation[Part], $Read<unknown>>
      : Without<Operation[Part], never>;
};

type Read<Type> = Without<Type, $Write<unknown>>;

/** A type without marks, and without the members that have one of these. What is only read cannot be sent. */
type Without<Type, Mark> = Type extends $Read<infer Inner> | $Write<infer Inner>
  ? Without<Inner, Mark>
  : Type extends (infer Item)[]
    ? number extends Type["length"]
      ? Without<Item, Mark>[]
      : { [Index in keyof Type]: Without<Type[Index], Mark> }
    : Type extends object
      ? { [Key in keyof Type as Key extends Marked<Type, Mark> ? never : Key]: Without<Type[Key], Mark> } & {
          [Key in Marked<Type, Extract<Mark, $Read<unknown>>>]?: never;
        }
      : Type;

/** The names of the members that have a mark. */
type Marked<Type, Mark> = keyof {
  [Key in keyof Type as [NonNullable<Type[Key]>] extends [never]
    ? never
    : NonNullable<Type[Key]> extends Mark
      ? Key
      : never]: Key;
};
`;
}

function unionOf(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(" | ") || "never";
}
