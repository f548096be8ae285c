import { type Field, fieldOf, type Kind } from "./document-grammar.ts";
import { isObject, type JsonObject, type JsonValue } from "./json.ts";
import { appendPointer } from "./json-pointer.ts";

/** An object of an OpenAPI document that is no data, such as an example is. */
export interface Walked {
  readonly value: JsonObject;
  readonly kind: Kind;
  /** Its JSON Pointer in the document. */
  readonly pointer: string;
}

/** The objects of a document, in its order; maps, such as `properties`, are not among them. */
export function walkDocument(document: JsonObject): Generator<Walked> {
  return walk(document, { kind: "document", shape: "one" }, "");
}

function* walk(value: JsonValue | undefined, { kind, shape }: Field, pointer: string): Generator<Walked> {
  if (kind === "data") return;
  if (Array.isArray(value)) {
    const item: Field = { kind: shape === "list" ? kind : "other", shape: "one" };
    for (const [index, each] of value.entries()) yield* walk(each, item, appendPointer(pointer, index));
    return;
  }
  if (!isObject(value)) return;
  if (shape !== "map") yield { value, kind, pointer };
  for (const [name, member] of Object.entries(value)) {
    const field: Field = shape === "map" ? { kind, shape: "one" } : fieldOf(kind, name);
    yield* walk(member, field, appendPointer(pointer, name));
  }
}
