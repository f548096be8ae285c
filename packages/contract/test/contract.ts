import { furtherContract } from "@workflow-api/workspace/fixtures";
import {
  type Contract,
  ContractError,
  type Operation,
  type Problem,
  readContract,
} from "../src/index.ts";
import { type JsonObject, parsePointer } from "../src/json.ts";
import { problemsText } from "../src/profile/contract-error.ts";

/** The contract of the service with operations that use all of the profile. */
export const further: Contract = readContract(furtherContract());

export function operation(contract: Contract, id: string): Operation {
  const found = contract.operations.find(({ operationId }) => operationId === id);
  if (found === undefined) throw new Error(`There is no operation ${id}`);
  return found;
}

// JSON Pointers of parts of the further contract, and the media type of its bodies.
export const CAGE = "/paths/~1data_dictionary~1variables_cages~1{id}/get";
export const CAGE_ID = "/components/parameters/VariableCageId";
export const INCLUDE = "/components/parameters/Include";
export const LIST = "/paths/~1v1~1notes/get";
export const CREATE = "/paths/~1v1~1notes/post";
export const ITEM = "/paths/~1v1~1notes~1{noteNumber}";
export const LABEL: string = `${LIST}/parameters/4`;
export const NOTE = "/components/schemas/Note";
export const EXTRA: string = `${NOTE}/properties/extra`;
export const SCHEMES = "/components/securitySchemes";
export const BODY = "content/application~1vnd.api+json";

/** A small edit of a document: what to write at JSON Pointers; `undefined` removes it. */
export type Edit = Readonly<Record<string, unknown>>;

/** The further contract after an edit. */
export function edited(edit: Edit): JsonObject {
  const document: unknown = structuredClone(furtherContract());
  for (const [pointer, value] of Object.entries(edit)) {
    const tokens = parsePointer(pointer);
    const name = tokens.pop() ?? "";
    const holder = tokens.reduce<object>((found, token) => {
      if (!Object.hasOwn(found, token)) Reflect.set(found, token, {});
      return Object(Reflect.get(found, token));
    }, Object(document));
    const property = { value, enumerable: true, configurable: true, writable: true };
    if (value === undefined) Reflect.deleteProperty(holder, name);
    else Reflect.defineProperty(holder, name, property);
  }
  return document as JsonObject;
}

/** What lint says of the profile in a document. */
export function messageOf(document: JsonObject): string {
  return problemsText(readProblems(document));
}

/** The problems of a document, each with its JSON Pointer. Empty: it is read. */
export function problemsOf(document: JsonObject): string[] {
  return readProblems(document).map(({ message, location }) => `${message} (${location.pointer})`);
}

/** The JSON Pointers of the problems of a document. */
export function placesOf(document: JsonObject): string[] {
  return readProblems(document).map(({ location }) => location.pointer);
}

function readProblems(document: JsonObject): readonly Problem[] {
  try {
    return readContract(document).problems;
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    return error.problems;
  }
}

/** A contract with one schema `Subject`, and those beside it. */
export function withSchema(subject: unknown, schemas: JsonObject = {}): Contract {
  return readContract({
    openapi: "3.1.1",
    info: { title: "Schemas", version: "1" },
    paths: {},
    components: { schemas: { Subject: subject as JsonObject, ...schemas } },
  });
}
