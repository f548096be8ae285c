import { isObject, type JsonValue, parsePointer, pointerOfReference, valueAt } from "../json.ts";
import { camelCase, capital, unused } from "./equivalents.ts";
import { below, type Kind, type Node, notSupported, report } from "./kind.ts";

// A `$ref` leads to a component of the same kind. Schemas that stand elsewhere become components.

/** A reference to a component. */
export type Reference = { readonly $ref: string };

/** A `$ref` to a component of a kind in the same document, in one step. */
export function component(kind: string): Kind<string> {
  return {
    read: (node) => {
      const { gathered, value } = node;
      const prefix = `#/components/${kind}/`;
      const label = node.label.replace(/^\$ref of /, "");
      const holder = { ...node, label, pointer: node.pointer.replace(/\/\$ref$/, "") };
      const advice = /^[^#]/.test(String(value))
        ? "bundle the files into one first, as with redocly bundle"
        : `refer to ${prefix}NAME of the same file`;
      if (
        typeof value !== "string" ||
        !value.startsWith(prefix) ||
        value.slice(prefix.length).includes("/")
      )
        report(holder, `refers to ${JSON.stringify(value)}, ${notSupported(advice)}`, "$ref");
      else if (valueAt(gathered.document, pointerOfReference(value)) === undefined)
        report(
          holder,
          `refers to ${value}, which is not there: correct the name, or add the component`,
          "$ref",
        );
      return String(value);
    },
  };
}

/** An object, or a reference to a component of its kind, with an optional description beside it. */
export function orReference<T extends JsonValue>(kind: string, own: Kind<T>): Kind<T | Reference> {
  const target = component(kind);
  return {
    read: (node) => {
      const { value } = node;
      if (!isObject(value) || !Object.hasOwn(value, "$ref")) return own.read(node);
      const $ref = target.read(below(node, "$ref", value["$ref"], node.label));
      for (const name of Object.keys(value))
        if (!["$ref", "summary", "description"].includes(name) && !name.startsWith("x-"))
          report(node, `has ${name} beside $ref, ${notSupported("remove it")}`, name);
      return { ...value, $ref };
    },
  };
}

/**
 * A reference to a schema outside of the components, rewritten to the component that it becomes.
 * `undefined`: there is none, or it is a component.
 */
export function movedReference({ gathered, value }: Node): string | undefined {
  const reference = String(value);
  if (!reference.startsWith("#/") || /^#\/components\/schemas\/[^/]+$/.test(reference))
    return undefined;
  const { document, moved } = gathered;
  const pointer = pointerOfReference(reference);
  if (valueAt(document, pointer) === undefined) return undefined;
  if (!moved.has(pointer)) {
    const words = parsePointer(pointer).filter(
      (token) => !/^application\/|^(components|content|paths|properties|schemas?)$/.test(token),
    );
    const known = Object.keys(valueAt(document, "/components/schemas") ?? {});
    const name = capital(camelCase(words.join(" ")));
    moved.set(pointer, unused(name, new Set([...known, ...moved.values()])));
  }
  return `#/components/schemas/${moved.get(pointer)}`;
}
