import {
  appendPointer,
  isObject,
  type JsonObject,
  type JsonValue,
  pointerOfReference,
  valueAt,
} from "../json.ts";
import { type Fields, instead, leaves, names, notSupported, objects } from "./profile.ts";

/** Something that is wrong with a document, before its line is looked for. */
export interface Finding {
  readonly message: string;
  readonly pointer: string;
}

/** A value of the document in its place. */
interface Node {
  readonly document: JsonObject;
  readonly value: JsonValue;
  readonly pointer: string;
  /** What messages call it: `parameter "filter"`, `style of parameter "filter"`. */
  readonly label: string;
}

/** Holds a document to the profile, and tells everything that is outside of it. */
export function outsideOfProfile(document: JsonObject): Finding[] {
  return look("document", { document, value: document, pointer: "", label: "the document" });
}

function finding({ label, pointer }: Node, problem: string, ...below: readonly string[]): Finding {
  return { message: `${label} ${problem}`, pointer: appendPointer(pointer, ...below) };
}

function memberOf(
  node: Node,
  name: string | number,
  value: JsonValue | undefined,
  label: string,
): Node {
  return { ...node, value: value ?? null, pointer: appendPointer(node.pointer, name), label };
}

/** Holds a value to its kind, as the tables spell it. */
function look(kind: string, node: Node): Finding[] {
  if (kind.startsWith("[")) return lookAtItems(kind.slice(1, -1), node);
  if (kind.startsWith("{")) return lookAtMembers(kind.slice(1, -1), node);
  if (kind.startsWith("@")) return lookAtComponent(kind.slice(1), node);
  if (kind === "schemaReference")
    return lookAtTarget("schemas", { ...node, label: node.label.slice("$ref of ".length) });
  if (["property", "branch", "schema"].includes(kind))
    return typeof node.value === "boolean" ? [] : lookAtFields("schema", node);
  if (kind === "securityScheme") {
    const type = isObject(node.value) ? node.value["type"] : undefined;
    return lookAtFields(type === "apiKey" ? "apiKey" : "bearer", node);
  }
  if (objects.has(kind)) return lookAtFields(kind, node);
  const problem = leaves[kind]?.(node.value);
  return problem === undefined ? [] : [finding(node, problem)];
}

/** `media type` for `{mediaType}`. */
function words(kind: string): string {
  return kind
    .replaceAll(/[^A-Za-z]/g, "")
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function lookAtItems(kind: string, node: Node): Finding[] {
  if (!Array.isArray(node.value)) return [finding(node, "is not a list: write one")];
  if (node.value.length === 0 && (kind === "constant" || kind === "branch"))
    return [finding(node, "is an empty list: fill it, or leave it out")];
  return [...node.value.entries()].flatMap(([index, item]) =>
    look(kind, memberOf(node, index, item, `${words(kind)} ${index + 1} of ${node.label}`)),
  );
}

function lookAtMembers(kind: string, node: Node): Finding[] {
  if (!isObject(node.value)) return [finding(node, "is not an object: write one")];
  const [isRight, problem] = names[kind] ?? [() => true, ""];
  return Object.entries(node.value).flatMap(([name, value]) => {
    const member = memberOf(node, name, value, `${words(kind)} "${name}"`);
    // JavaScript and Ajv give this name a meaning of their own.
    if (name === "__proto__")
      return [finding(member, "has a name that is reserved: choose another one")];
    return [...(isRight(name) ? [] : [finding(member, problem)]), ...look(kind, member)];
  });
}

/** An object of a kind that has components, or a `$ref` to one with nothing beside it. */
function lookAtComponent(kind: string, node: Node): Finding[] {
  if (!isObject(node.value) || !Object.hasOwn(node.value, "$ref")) return look(kind, node);
  const { $ref: target, ...others } = node.value;
  const components = kind === "requestBody" ? "requestBodies" : `${kind}s`;
  return [
    ...lookAtTarget(components, memberOf(node, "$ref", target, node.label)),
    ...Object.keys(others).map((name) =>
      finding(node, `has ${name} beside $ref, ${notSupported("leave it out")}`, name),
    ),
  ];
}

/** A `$ref` leads to a component of its kind in the same document, without detours. */
function lookAtTarget(kind: string, node: Node): Finding[] {
  const { document, value } = node;
  const prefix = `#/components/${kind}/`;
  if (
    typeof value !== "string" ||
    !value.startsWith(prefix) ||
    value.slice(prefix.length).includes("/")
  )
    return [
      finding(
        node,
        `refers to ${JSON.stringify(value)}, ${notSupported(`refer to ${prefix}NAME of the same file`)}`,
      ),
    ];
  if (valueAt(document, pointerOfReference(value)) !== undefined) return [];
  return [
    finding(node, `refers to ${value}, which is not there: correct the name, or add the component`),
  ];
}

/**
 * An object of the table. Extensions (`x-…`) are annotations, save for those of this kit, which
 * have their place.
 */
function lookAtFields(kind: string, given: Node): Finding[] {
  const { value } = given;
  if (!isObject(value)) return [finding(given, "is not an object: write one")];
  const node = { ...given, label: labelOf(value, given.label) };
  const fields: Fields = objects.get(kind) ?? new Map();
  const missing = [...fields].filter(
    ([name, { isRequired }]) => isRequired && !Object.hasOwn(value, name),
  );
  return [
    ...missing.map(([name]) => finding(node, `has no ${name}: add it`)),
    ...Object.entries(value).flatMap(([name, member]) => {
      const field = fields.get(name);
      if (field !== undefined)
        return look(field.kind, memberOf(node, name, member, `${name} of ${node.label}`));
      const advice = instead.get(name);
      if (name.startsWith("x-") && advice === undefined) return [];
      return [finding(node, `has ${name}, ${notSupported(advice ?? "leave it out")}`, name)];
    }),
    ...(kind === "parameter" ? lookAtPlace(node, value) : []),
  ];
}

/** `parameter 3 of …` is called by its name, where it has one. */
function labelOf({ name, operationId }: JsonObject, label: string): string {
  if (typeof operationId === "string") return `operation "${operationId}"`;
  return typeof name === "string"
    ? label.replace(/^(parameter|tag) (\d|").*/, `$1 "${name}"`)
    : label;
}

/** The only style of each place. */
const styles: Readonly<Record<string, string>> = {
  path: "simple",
  query: "form",
  header: "simple",
};

/** What a parameter may be in its place. */
function lookAtPlace(node: Node, value: JsonObject): Finding[] {
  const { in: place, name, required, style, "x-includes": includes } = value;
  const expected = styles[String(place)];
  const advice =
    style === "deepObject" ? "use one query parameter for each member" : `use ${expected}`;
  const isHeader = place === "header";
  const hasOtherStyle = style !== undefined && expected !== undefined && style !== expected;
  const isUnasked = place !== "query" && includes !== undefined;
  const isBadName = isHeader && !/^[\w!#$%&'*+.^`|~-]+$/.test(String(name));
  const isIgnored = isHeader && /^(accept|authorization|content-type)$/i.test(String(name));
  const checks: readonly (readonly [isWrong: boolean, field: string, problem: string])[] = [
    [hasOtherStyle, "style", `has style ${String(style)}, ${notSupported(advice)}`],
    [
      place === "path" && required !== true,
      "required",
      "is in the path and not required: write required: true",
    ],
    [
      isUnasked,
      "x-includes",
      "has x-includes and is not in the query: write it on a query parameter",
    ],
    [isBadName, "name", "has a name that no header can have: use letters, digits and hyphens"],
    [isIgnored, "name", "is a header that OpenAPI ignores: state it by content or by security"],
  ];
  return checks.flatMap(([isWrong, field, problem]) =>
    isWrong ? [finding(node, problem, field)] : [],
  );
}
