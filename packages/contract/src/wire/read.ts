import { type JsonValue, numberText } from "../json.ts";
import type { Parameter } from "../model.ts";
import type { Shape } from "../schema/shape.ts";
import { branchesOf, isUntyped, mostLevels, separatorOf } from "./forms.ts";
import { type LocationRules, locations, type Pair } from "./locations.ts";

// The values of parameters from text on the wire. A text is read by each branch of a schema that
// can read it; the first value that is valid counts.

/**
 * The pairs of a location that belong to a parameter.
 *
 * @param isFree - Whether no other parameter has a pair, so that one which takes each further name
 * has it.
 */
export function pairsOfParameter(
  parameter: Parameter,
  pairs: readonly Pair[],
  isFree: (pair: Pair) => boolean,
): readonly Pair[] {
  const { isOpen } = parameter.members;
  return pairs.filter((pair) => isNamedBy(parameter, pair) || (isOpen && isFree(pair)));
}

/** Whether a parameter is declared with the name of a pair. */
export function isNamedBy(
  { forms, in: location, members, name, style }: Parameter,
  [other]: Pair,
): boolean {
  if (members.names.has(other)) return true;
  if (style === "deepObject" && other.startsWith(`${name}[`)) return true;
  const isOfMembers = members.isOpen || members.names.size > 0;
  if (isOfMembers && forms.join() === "object") return false;
  return locations[location].ignoresCase
    ? other.toLowerCase() === name.toLowerCase()
    : other === name;
}

/**
 * Reads the value of a parameter from its pairs: the reverse of {@link serializeParameter}. A
 * string becomes a number or a boolean only if the schema allows one; otherwise it stays a string,
 * and validation says what is wrong. %2C separates the items of a list unless it makes a valid
 * item.
 *
 * @param pairs - At least one, percent-encoded as they were received.
 */
export function parseParameter(parameter: Parameter, pairs: readonly Pair[]): JsonValue {
  const { in: location, members, name, shape, style } = parameter;
  const reader: FormReader = { ...parameter, rules: locations[location] };
  if (style === "deepObject") return readTree(reader, treeOf(name, pairs), shape);
  const { lists, objects } = branchesOf(shape);
  const isOfMembers = members.isOpen || members.names.size > 0;
  const [first] = pairs.filter(([each]) => each !== name || members.names.has(each));
  if (isOfMembers && first !== undefined && lists.length === 0)
    return chosen(
      shape,
      objects.map((each) => readMembers(reader, pairs, each)),
    );
  return readTexts(reader, pairTexts(pairs), shape);
}

/** What decides how texts are read. */
type FormReader = Pick<Parameter, "explode" | "in" | "name" | "style"> & {
  readonly rules: LocationRules;
};

function pairTexts(pairs: readonly Pair[]): string[] {
  return pairs.map(([, text = ""]) => text);
}

/** The first value that is valid, or else the first one. */
function chosen(shape: Shape, values: readonly JsonValue[]): JsonValue {
  const [first = ""] = values;
  if (values.length < 2) return first;
  return values.find((value) => shape.violations(value).length === 0) ?? first;
}

/** The value of the texts of one name. */
function readTexts(reader: FormReader, texts: readonly string[], shape: Shape): JsonValue {
  const { lists, objects, primitives } = branchesOf(shape);
  const [text = ""] = texts;
  const primitive = (): JsonValue => readPrimitive(reader.rules.decode(text), shape);
  const isPaired = reader.rules.separator !== undefined && reader.explode;
  const ofLists = lists.map(({ items }) => readList(reader, texts, items));
  // The members of an exploded object have pairs of their own.
  const ofObjects = isPaired ? [] : objects.map((each) => readObject(reader, text, each));
  const values = [...ofLists, ...ofObjects];
  if (primitives.length === 0 && values.length > 0) return chosen(shape, values);
  return chosen(shape, texts.length > 1 ? [...values, primitive()] : [primitive(), ...values]);
}

function readList(reader: FormReader, texts: readonly string[], items: Shape): JsonValue {
  const { explode, in: location, rules } = reader;
  const readItem = (text: string): JsonValue => readPrimitive(rules.decode(text), items);
  if (rules.separator !== undefined && explode) return texts.map(readItem);
  return splitTexts(reader, texts).flatMap((part) => {
    // Many clients write %2C, and frameworks decode a list before splitting it.
    const isJoined = location !== "header" && /%2C/i.test(part);
    if (!isJoined || items.violations(readItem(part)).length === 0) return [readItem(part)];
    return part.split(/%2C/i).map(readItem);
  });
}

const separators: Readonly<Record<string, RegExp>> = {
  "%20": /%20|\+| /,
  "|": /\||%7C/i,
  "%2C": /,|%2C/i,
};

function splitTexts(reader: FormReader, texts: readonly string[]): string[] {
  const separator = separatorOf(reader);
  return texts.flatMap((text) =>
    text === "" ? [] : text.split(separators[separator] ?? separator),
  );
}

/** An object that is one text: `a=1,b=2` if it is exploded, else `a,1,b,2`. */
function readObject(reader: FormReader, text: string, shape: Shape): JsonValue {
  const { explode, rules } = reader;
  const parts = splitTexts(reader, [text]);
  const pairs = explode
    ? parts.map((part): Pair => [part.split("=")[0] ?? "", part.split("=").slice(1).join("=")])
    : parts.flatMap((name, index): Pair[] =>
        index % 2 === 0 ? [[name, parts[index + 1] ?? ""]] : [],
      );
  const members = pairs.map(([pairName, value = ""]) => {
    const name = rules.decode(pairName);
    return [name, readPrimitive(rules.decode(value), shape.property(name))];
  });
  return Object.fromEntries(members);
}

/** An exploded object, each member of which has pairs. */
function readMembers(reader: FormReader, pairs: readonly Pair[], shape: Shape): JsonValue {
  const names = new Set(pairs.map(([name]) => name));
  const members = [...names].map((name) => {
    const texts = pairTexts(pairs.filter(([each]) => each === name));
    return [name, readTexts(reader, texts, shape.property(name))];
  });
  return Object.fromEntries(members);
}

/** The pairs of a `deepObject` by the names in their brackets. */
interface Tree {
  readonly texts: string[];
  readonly children: Map<string, Tree>;
}

function createTree(): Tree {
  return { texts: [], children: new Map() };
}

function treeOf(name: string, pairs: readonly Pair[]): Tree {
  const root = createTree();
  for (const [each, text = ""] of pairs) {
    const keys = Array.from(
      each.slice(name.length).matchAll(/\[([^\]]*)\]/g),
      ([, key = ""]) => key,
    );
    const leaf = keys.slice(0, mostLevels).reduce((tree, key) => {
      const child = tree.children.get(key) ?? createTree();
      tree.children.set(key, child);
      return child;
    }, root);
    leaf.texts.push(text);
  }
  return root;
}

function readTree(reader: FormReader, { children, texts }: Tree, shape: Shape): JsonValue {
  if (children.size === 0) return readTexts(reader, texts, shape);
  const { lists, objects } = branchesOf(shape);
  const isIndexed = [...children.keys()].every((key) => /^\d*$/.test(key));
  const ofLists = (isIndexed ? lists : []).map(({ items }) =>
    [...children].flatMap(([key, child]) =>
      // Each text of `[]` is an item.
      key === "" && child.children.size === 0
        ? child.texts.map((text) => readTexts(reader, [text], items))
        : [readTree(reader, child, items)],
    ),
  );
  const readMember = (each: Shape): JsonValue =>
    Object.fromEntries(
      [...children].map(([key, child]) => [key, readTree(reader, child, each.property(key))]),
    );
  const ofObjects = objects.map(readMember);
  return chosen(
    shape,
    ofLists.length + ofObjects.length > 0 ? [...ofLists, ...ofObjects] : [readMember(shape)],
  );
}

/** The primitive of a text: of the types that the shape allows, the first of which it is valid. */
function readPrimitive(text: string, shape: Shape): JsonValue {
  const { primitives } = branchesOf(shape);
  // What may be anything is a text.
  if (primitives.some(({ types }) => isUntyped(types))) return text;
  // Null has no text.
  const types = primitives.flatMap((each) => each.types).filter((type) => type !== "null");
  if (!types.includes("string")) return readText(text, types);
  if (!types.some((type) => ["boolean", "integer", "number"].includes(type))) return text;
  const others = types.filter((type) => type !== "string");
  return chosen(shape, [readText(text, others), text]);
}

/**
 * The value of a string: a number, a boolean or null only if the types allow it, else the string
 * itself. `007` is not a number.
 *
 * @param types - Those of JSON Schema that the value, or each item of a list, may have.
 * @param isList - Whether the string has items, with commas between them, as people type them.
 */
export function readText(text: string, types: readonly string[], isList = false): JsonValue {
  if (isList) {
    const items = text.split(",").map((item) => item.trim());
    return items.filter((item) => item !== "").map((item) => readText(item, types));
  }
  if (types.includes("string")) return text;
  if (types.includes("boolean") && (text === "true" || text === "false")) return text === "true";
  if (types.includes("null") && (text === "" || text === "null")) return null;
  const isNumber = numberText.test(text);
  return isNumber && (types.includes("number") || types.includes("integer")) ? Number(text) : text;
}
