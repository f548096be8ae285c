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

/** The text of {@link ONE_WAY}. */
export const oneWayModule: string = `${BANNER}
import type { components as marked, operations as markedOperations, Readable, Writable } from "./openapi.ts";

// Of this one openapi-fetch reads the marks itself.
export type { paths } from "./openapi.ts";

/** The schemas, as they are read. */
export interface components {
  schemas: { [Name in keyof marked["schemas"]]: Readable<marked["schemas"][Name]> };
}

/** The operations: the bodies of requests as they are sent, those of responses as they are read. */
export type operations = {
  [Id in keyof markedOperations]: {
    parameters: markedOperations[Id]["parameters"];
    requestBody: markedOperations[Id] extends { requestBody?: infer Body } ? Writable<Body> : never;
    responses: Readable<markedOperations[Id]["responses"]>;
  };
};
`;
