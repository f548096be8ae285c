import { furtherContract } from "@workflow-api/workspace/fixtures";
import {
  type Contract,
  ContractError,
  type JsonObject,
  type Operation,
  readContract,
} from "../src/index.ts";

/** The contract of the service with operations that use all of the profile. */
export const further: Contract = readContract(furtherContract());

export function operation(contract: Contract, id: string): Operation {
  const found = contract.operations.find(({ operationId }) => operationId === id);
  if (found === undefined) throw new Error(`There is no operation ${id}`);
  return found;
}

const words: Readonly<Record<string, string>> = {
  BODY: "content/application~1vnd.api+json",
  CAGE: "/paths/~1data_dictionary~1variables_cages~1{id}/get",
  CREATE: "/paths/~1v1~1notes/post",
  EXTRA: "/components/schemas/Note/properties/extra",
  ITEM: "/paths/~1v1~1notes~1{noteNumber}",
  LABEL: "/paths/~1v1~1notes/get/parameters/4",
  LIST: "/paths/~1v1~1notes/get",
  NOTE: "/components/schemas/Note",
  SCHEMES: "/components/securitySchemes",
  NO: "which is not supported",
  UNTIED: "let a parameter or the body, and one response, have an example of one name",
};

/** A pointer or a message with what its words in capitals stand for: `LIST/responses/200`. */
export function spelled(text: string): string {
  return text.replaceAll(/[A-Z]{2,}/g, (word) => words[word] ?? word);
}

/**
 * A small edit of a document: JSON Pointers, as {@link spelled} reads them, with what to write
 * there; `undefined` removes it.
 */
export type Edit = Readonly<Record<string, unknown>>;

/** The further contract after an edit. */
export function edited(edit: Edit): JsonObject {
  const document: unknown = structuredClone(furtherContract());
  for (const [pointer, value] of Object.entries(edit)) {
    const tokens = spelled(pointer)
      .slice(1)
      .split("/")
      .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
    const holder = tokens.slice(0, -1).reduce<unknown>((found, token) => {
      const object = Object(found);
      if (!Object.hasOwn(object, token)) object[token] = {};
      return object[token];
    }, document);
    const name = tokens.at(-1) ?? "";
    if (value === undefined) delete Object(holder)[name];
    else
      Object.defineProperty(holder, name, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
  }
  return document as JsonObject;
}

/** What reading a document says. */
export function messageOf(document: JsonObject): string {
  try {
    readContract(document);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
}

/** The problems of a document, one a line without its place; the empty string: none. */
export function problemsOf(document: JsonObject): string[] {
  try {
    readContract(document);
    return [];
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    return error.problems.map(({ message, location }) => `${message} (${location.pointer})`);
  }
}

/** A contract with one schema `Subject`, and those beside it. */
export function withSchema(subject: unknown, others: JsonObject = {}): Contract {
  return readContract({
    openapi: "3.1.1",
    info: { title: "Schemas", version: "1" },
    paths: {},
    components: { schemas: { Subject: subject as JsonObject, ...others } },
  });
}
