import { appendPointer, type Contract, isObject, type JsonValue, valueAt } from "@workflow-api/contract";

/** What an object of the contract holds that no part of the pages is made for, such as `links`. */
export interface Extra {
  readonly name: string;
  readonly value: JsonValue;
}

/** The members that the pages have parts for (OpenAPI 3.1, by the kind of object). */
const sent = [
  ...["tags", "summary", "description", "operationId", "parameters", "requestBody", "responses"],
  ...["deprecated", "security", "servers", "externalDocs"],
];
const shown = {
  operation: [...sent, "callbacks"],
  sent,
  pathItem: [
    ...["get", "put", "post", "delete", "options", "head", "patch", "trace", "parameters", "servers", "$ref"],
    ...["summary", "description"],
  ],
  response: ["description", "headers", "content"],
  mediaType: ["schema", "example", "examples"],
} as const;

/** The members of an object of the bundled contract that nothing else on the pages shows, extensions aside. */
export function extrasOf(contract: Contract, pointer: string, kind: keyof typeof shown): Extra[] {
  const known: readonly string[] = shown[kind];
  return membersOf(contract, pointer).filter(({ name }) => !known.includes(name));
}

/** What a path item says of all its operations, in Markdown. The empty string: nothing. */
export function pathWords({ document }: Contract, pointer: string): string {
  const words = ["summary", "description"].map((name) => valueAt(document, appendPointer(pointer, name)));
  return words.filter((text) => typeof text === "string" && text !== "").join("\n\n");
}

/** Every member of an object of the bundled contract, extensions aside. No object: none. */
export function membersOf(contract: Contract, pointer: string): Extra[] {
  const object = valueAt(contract.document, pointer);
  return Object.entries(isObject(object) ? object : {}).flatMap(([name, value]) =>
    value === undefined || name.startsWith("x-") ? [] : [{ name, value }],
  );
}

/** The pointer of the object around that of an operation: its path item. */
export function pathItemPointer(operationPointer: string): string {
  return operationPointer.slice(0, operationPointer.lastIndexOf("/"));
}
