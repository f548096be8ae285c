import {
  appendPointer,
  isObject,
  type JsonObject,
  type JsonValue,
  parsePointer,
  pointerOfReference,
  valueAt,
} from "../json.ts";
import { camelCase, pascalCase, uniqueName } from "../names.ts";
import {
  addProblem,
  bundleFirst,
  childOf,
  type DocumentNode,
  isOfOtherFile,
  type Kind,
  notSupported,
} from "./kind.ts";

// A `$ref` leads to a component of the same kind. Schemas that stand elsewhere become components.

/** A reference to a component. */
export type ReferenceObject = { readonly $ref: string };

/** A `$ref` to a component of a kind in the same document, in one step. */
export function component(kind: string): Kind<string> {
  const prefix = `#/components/${kind}/`;
  return ({ context, label, pointer, value }) => {
    const { document, problems, successes } = context;
    const reference = typeof value === "string" ? value : "";
    const refuse = (problem: string): void => {
      const message = `${label.replace("$ref of ", "")} refers to ${problem}`;
      problems.push({ message, pointer, kind: "$ref" });
    };
    if (!reference.startsWith(prefix) || reference.split("/").length !== 4) {
      const advice = isOfOtherFile(reference)
        ? bundleFirst
        : `refer to ${prefix}NAME of the same file`;
      refuse(`${JSON.stringify(value)}, ${notSupported(advice)}`);
    } else if (valueAt(document, pointerOfReference(reference)) === undefined)
      refuse(`${reference}, which is not there: correct the name, or add the component`);
    else context.needs.set(pointer, pointerOfReference(reference));
    if (pointer.includes("/responses/2")) successes.add(reference);
    return reference;
  };
}

/** An object, or a reference to a component of its kind, with an optional description beside it. */
export function orReference<T extends JsonValue>(
  kind: string,
  read: Kind<T>,
): Kind<T | ReferenceObject> {
  const target = component(kind);
  return (node) => {
    const { value } = node;
    if (!isObject(value) || !Object.hasOwn(value, "$ref")) return read(node);
    const $ref = target(childOf(node, "$ref", value["$ref"], node.label));
    if (node.context.is30) return { $ref };
    for (const name of Object.keys(value))
      if (!["$ref", "summary", "description"].includes(name) && !name.startsWith("x-"))
        addProblem(node, `has ${name} beside $ref, ${notSupported("remove it")}`, name);
    return { ...value, $ref };
  };
}

/** The target of the `$ref` of an object. `undefined`: it has none, or none within the file. */
export function targetOf(document: JsonObject, { $ref }: JsonObject): JsonObject | undefined {
  if (typeof $ref !== "string" || !$ref.startsWith("#/")) return undefined;
  const target = valueAt(document, pointerOfReference($ref));
  return isObject(target) ? target : undefined;
}

/** A node whose reference to another part of the file is replaced by that part. */
export function withTarget(node: DocumentNode): DocumentNode {
  const { context, pointer, value } = node;
  const target = isObject(value) ? targetOf(context.document, value) : undefined;
  if (!isObject(value) || target === undefined) return node;
  const { $ref, ...beside } = value;
  const place = pointerOfReference(String($ref));
  context.needs.set(pointer, place);
  context.sourcePointers.set(pointer, place);
  return { ...node, value: { ...target, ...beside } };
}

/** The JSON Pointers that schemas have. */
const schemaPointers = [
  /\/(schema|items|additionalProperties|propertyNames|not)$/,
  /\/(properties|patternProperties|\$defs|definitions|schemas)\/[^/]+$/,
  /\/(allOf|anyOf|oneOf)\/\d+$/,
  /\/x-/,
];

/**
 * A reference to a schema outside of the components, rewritten to the component that it becomes.
 * `undefined`: there is none, or it is a component.
 */
export function movedReference({ context, pointer: at, value }: DocumentNode): string | undefined {
  const reference = String(value);
  const { document, moved, schemaNames } = context;
  const pointer = pointerOfReference(reference);
  const target = valueAt(document, pointer);
  if (/^#\/components\/schemas\/[^/]+$/.test(reference)) {
    const isAdded = target === undefined && schemaNames.has(parsePointer(pointer).at(-1) ?? "");
    return isAdded ? reference : undefined;
  }
  if (!reference.startsWith("#/")) return undefined;
  const isSchema = isObject(target) || typeof target === "boolean";
  if (!isSchema || !schemaPointers.some((form) => form.test(pointer))) return undefined;
  context.needs.set(at, pointer);
  if (!moved.has(pointer)) {
    const words = parsePointer(pointer).filter(
      (token) => !/^application\/|^(components|content|paths|properties|schemas?)$/.test(token),
    );
    moved.set(pointer, uniqueName(pascalCase(camelCase(words.join(" "))), schemaNames));
  }
  return `#/components/schemas/${moved.get(pointer)}`;
}

/**
 * The JSON Pointer of a place of an open question: it may be one, or an `operationId` with what
 * follows below the operation (`getThing/responses`). `undefined`: the document has no such part.
 */
export function pointerOfPlace(document: JsonObject, place: string): string | undefined {
  const pointer = place.startsWith("/") ? place : pointerBelowOperation(document, place);
  const isThere = pointer !== undefined && valueAt(document, pointer) !== undefined;
  return isThere ? pointer : undefined;
}

function pointerBelowOperation({ paths }: JsonObject, place: string): string | undefined {
  const [operationId = ""] = place.split("/");
  for (const [path, methods] of Object.entries(isObject(paths) ? paths : {}))
    for (const [method, operation] of Object.entries(isObject(methods) ? methods : {}))
      if (isObject(operation) && operation["operationId"] === operationId)
        return appendPointer("/paths", path, method) + place.slice(operationId.length);
  return undefined;
}
