import { appendPointer, isObject, type JsonObject, type JsonValue } from "../json.ts";
import { nearestName } from "../judge/request-notes.ts";
import { disjunctionOf } from "../names.ts";

// The building blocks of the profile. A kind states in one place which values are allowed, what is
// reported otherwise, how they are rewritten, and their type.

/** A problem of a document, before its line is looked up. */
export interface UnlocatedProblem {
  readonly message: string;
  readonly pointer: string;
  /** What it is grouped by, such as the name of a field. Default: its message. */
  readonly kind?: string;
  /** Whether nothing is omitted because of it: only lint reports it. Default: false. */
  readonly isTolerated?: boolean;
}

/** Data that is context while a document is read. */
export interface ReadContext {
  readonly document: JsonObject;
  /** Whether the document is of OpenAPI 3.0. */
  readonly is30: boolean;
  readonly problems: UnlocatedProblem[];
  /** The original JSON Pointers of rewritten parts, by their new ones. */
  readonly sourcePointers: Map<string, string>;
  /** The component names of schemas outside of the components, by their places. */
  readonly moved: Map<string, string>;
  /** The target of each reference, by the JSON Pointer of the reference. */
  readonly needs: Map<string, string>;
  /** The names of the component schemas. */
  readonly schemaNames: Set<string>;
  /** The operationId of each operation, by its JSON Pointer. */
  readonly operationIds: ReadonlyMap<string, string>;
  /** The references of successful responses. */
  readonly successes: Set<string>;
}

/** A value of the document, and its place. */
export interface DocumentNode {
  readonly context: ReadContext;
  readonly value: JsonValue;
  readonly pointer: string;
  /** Its name in messages: `parameter "filter"`, `style of parameter "filter"`. */
  readonly label: string;
  /** In how many schemas it is nested. */
  readonly schemaDepth: number;
}

/** Reads a value and reports its problems. The result has the type if there are none. */
export type Kind<T> = (node: DocumentNode) => T;

type Fields = Readonly<Record<string, Kind<JsonValue | undefined>>>;

/** The type of an object with these required and optional fields. */
export type ObjectOf<R extends Fields, O extends Fields> = {
  readonly [N in keyof R]: ReturnType<R[N]>;
} & { readonly [N in keyof O]?: ReturnType<O[N]> };

/** What to write instead of a refused field. Default: remove it. */
const instead: Readonly<Record<string, string>> = {
  ...alike(
    "use oneOf with a branch for each case",
    "if",
    "then",
    "else",
    "dependentRequired",
    "dependentSchemas",
  ),
  ...alike(
    "refer to schemas by #/components/schemas/NAME",
    "$id",
    "$anchor",
    "$dynamicRef",
    "$dynamicAnchor",
  ),
  trace: "use GET, POST, PUT, PATCH or DELETE",
  unevaluatedProperties: "use properties and additionalProperties",
  encoding: "remove it: bodies are JSON",
  $ref: "write the object itself here, in this file",
  externalValue: "write the value itself",
  "x-gaps": "write it at the root",
  "x-includes": "write it on a query parameter",
  "x-identifies": "write it on a path parameter",
  content: "use schema: it is sent as a string",
  contains: "use items",
  prefixItems: "use an object with a property for each item",
};

function alike(advice: string, ...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, advice]));
}

/** Reports a problem of a value, or of a descendant. */
export function addProblem(
  node: DocumentNode,
  problem: string,
  ...descendant: readonly string[]
): void {
  node.context.problems.push(problemAt(node, problem, descendant));
}

/** Reports a problem of a value that is read as if it were right. */
export function tolerate(
  node: DocumentNode,
  problem: string,
  ...descendant: readonly string[]
): void {
  node.context.problems.push({ ...problemAt(node, problem, descendant), isTolerated: true });
}

function problemAt(
  node: DocumentNode,
  problem: string,
  descendant: readonly string[],
): UnlocatedProblem {
  const pointer = appendPointer(node.pointer, ...descendant);
  // Without names and numbers: `parameter 1 of parameters` and `parameter "filter"` are one kind.
  const [label] = /^.*?(?= of | "| \d|$)/.exec(node.label) ?? [];
  const kind = descendant.at(-1) ?? label ?? "";
  return { message: `${node.label} ${problem}`, pointer, kind };
}

/** A node whose empty list is an empty object, as PHP writes it. */
function withObject(node: DocumentNode): DocumentNode {
  if (!Array.isArray(node.value) || node.value.length > 0) return node;
  tolerate(node, "is an empty list, and is read as an empty object: write {}");
  return { ...node, value: {} };
}

/** The end of each message of refusal. */
export function notSupported(advice: string): string {
  return `which is not supported: ${advice}`;
}

/** A value in a message. */
export function valueText(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

/** The node of a member or an item. */
export function childOf(
  node: DocumentNode,
  name: string | number,
  value: JsonValue | undefined,
  label: string,
): DocumentNode {
  return { ...node, value: value ?? null, pointer: appendPointer(node.pointer, name), label };
}

/** A value that is checked by itself. */
export function leaf<T extends JsonValue>(
  problemOf: (value: JsonValue, node: DocumentNode) => string | undefined,
): Kind<T> {
  return (node) => {
    const problem = problemOf(node.value, node);
    if (problem !== undefined) addProblem(node, problem);
    return node.value as T;
  };
}

/** One of these strings; the advice says what to write instead of another one. */
export function among<const T extends string>(allowed: readonly T[], advice?: string): Kind<T> {
  return leaf((value) => {
    if (allowed.some((each) => each === value)) return undefined;
    if (value === null && allowed.some((each) => each === "null"))
      return 'is null, which YAML reads as no value: write "null", in quotes';
    return `is ${valueText(value)}, ${notSupported(advice ?? `use ${disjunctionOf(allowed)}`)}`;
  });
}

/** An array, optionally not empty. */
export function list<T extends JsonValue>(
  word: string,
  kind: Kind<T>,
  isFilled = false,
): Kind<readonly T[]> {
  return (node) => {
    const items = Array.isArray(node.value) ? node.value : [];
    if (items !== node.value) addProblem(node, "is not a list: write one");
    else if (isFilled && items.length === 0)
      addProblem(node, "is an empty list: fill it, or remove it");
    return items.map((item: JsonValue, index) =>
      kind(childOf(node, index, item, `${word} ${index + 1} of ${node.label}`)),
    );
  };
}

/** An object with arbitrary member names, optionally of a form. */
export function record<T extends JsonValue>(
  word: string,
  kind: Kind<T>,
  problemOf: (name: string, node: DocumentNode) => string | undefined = () => undefined,
): Kind<Readonly<Record<string, T>>> {
  return (original) => {
    const node = withObject(original);
    if (isReference(node)) return {};
    if (!isObject(node.value)) addProblem(node, "is not an object: write one");
    const members = Object.entries(isObject(node.value) ? node.value : {});
    const read = members.map(([name, value]): [string, T] => {
      const member = childOf(node, name, value, `${word} "${name}"`);
      // This name has a special meaning in JavaScript and Ajv.
      const problem =
        name === "__proto__"
          ? "has a name that is reserved: choose another one"
          : problemOf(name, member);
      if (problem !== undefined) addProblem(member, problem);
      return [name, kind(member)];
    });
    return Object.fromEntries(read);
  };
}

/** How an object is read beyond its fields. */
interface ObjectOptions<T> {
  /** In messages it is a word and the value of a field: `parameter "filter"`. */
  readonly named?: readonly [word: string, field: string];
  /** Whether unknown members are annotations, unless one is probably a typo. */
  readonly isOpen?: boolean;
  /** Rewrites it as its equivalent in the profile, before its fields are read. */
  readonly prepare?: (value: JsonObject, node: DocumentNode) => JsonObject;
  /** The same with the fields that were read. */
  readonly rewrite?: (value: T, node: DocumentNode) => T;
}

/** An object, with the kinds of its fields. */
export type ObjectKind<T> = Kind<T> & { readonly fields: Fields };

/** An object with these fields. Other extensions (`x-…`) are annotations. */
export function objectOf<const R extends Fields, const O extends Fields>(
  required: R,
  optional: O,
  { isOpen = false, named, prepare, rewrite }: ObjectOptions<ObjectOf<R, O>> = {},
): ObjectKind<ObjectOf<R, O>> {
  const fields: Fields = { ...required, ...optional };
  const read = (original: DocumentNode): ObjectOf<R, O> => {
    const objectNode = withObject(original);
    const { context, pointer } = objectNode;
    if (!Object.hasOwn(fields, "$ref") && isReference(objectNode)) return {} as ObjectOf<R, O>;
    if (!isObject(objectNode.value)) {
      addProblem(objectNode, "is not an object: write one");
      return {} as ObjectOf<R, O>;
    }
    const name = named && objectNode.value[named[1]];
    const label = typeof name === "string" ? `${named?.[0]} "${name}"` : objectNode.label;
    const node = { ...objectNode, label };
    const value = prepare?.(objectNode.value, node) ?? objectNode.value;
    for (const field of Object.keys(required))
      if (!Object.hasOwn(value, field)) {
        const message = `${label} has no ${field}: add it`;
        context.problems.push({ message, pointer, kind: `no ${field}` });
      }
    reportUnknown(node, fields, value, isOpen);
    const result = readFields(node, fields, value) as ObjectOf<R, O>;
    return rewrite?.(result, node) ?? result;
  };
  return Object.assign(read, { fields });
}

/** An object with the fields that were read, in the order of the profile: references come first. */
function readFields(node: DocumentNode, fields: Fields, value: JsonObject): JsonObject {
  const members: Record<string, JsonValue | undefined> = { ...value };
  for (const field of Object.keys(fields)) {
    if (!Object.hasOwn(value, field)) continue;
    const child = childOf(node, field, value[field], `${field} of ${node.label}`);
    members[field] = fields[field]?.(child);
  }
  return Object.fromEntries(Object.entries(members).filter(([, member]) => member !== undefined));
}

/** Whether a value is a reference where none may stand, which is reported. */
function isReference(node: DocumentNode): boolean {
  const { value } = node;
  if (!isObject(value) || typeof value["$ref"] !== "string") return false;
  const advice = isOfOtherFile(value["$ref"]) ? bundleFirst : instead["$ref"];
  addProblem(node, `has $ref, ${notSupported(advice ?? "")}`, "$ref");
  return true;
}

/** What to do about references into other files. */
export const bundleFirst = "bundle the files into one first, as with redocly bundle";

/** Whether a reference leads into another file. */
export function isOfOtherFile(reference: string): boolean {
  return /^[^#]/.test(reference);
}

function reportUnknown(
  node: DocumentNode,
  fields: Fields,
  value: JsonObject,
  isOpen: boolean,
): void {
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(fields, name));
  for (const name of unknown) {
    const isExtension = name.startsWith("x-");
    const advice = Object.hasOwn(instead, name) && (isExtension || !isOpen) && instead[name];
    const meant = isExtension ? undefined : nearestName(name, Object.keys(fields));
    if (!advice && meant === undefined && (isExtension || isOpen)) continue;
    // Without an unknown keyword, a schema would allow other values.
    const isNeeded = advice || Object.hasOwn(fields, "$ref");
    const problem = `has ${name}, ${notSupported(advice || otherName(meant))}`;
    (isNeeded ? addProblem : tolerate)(node, problem, name);
  }
}

function otherName(meant: string | undefined): string {
  return meant === undefined ? "remove it" : `write ${meant}`;
}
