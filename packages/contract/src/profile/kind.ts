import { appendPointer, isObject, type JsonObject, type JsonValue } from "../json.ts";
import { nearestName } from "../notes.ts";

// The building blocks of the profile. A kind states in one place which values are allowed, what is
// reported otherwise, how they are rewritten, and their type.

/** A problem of a document, before its line is looked up. */
export interface Finding {
  readonly message: string;
  readonly pointer: string;
  /** What it is grouped by, such as the name of a field. Default: its message without names. */
  readonly kind?: string;
}

/** A finding for each message. `false`: there is no such problem. */
export function findingsAt(pointer: string, ...messages: readonly (string | false)[]): Finding[] {
  return messages.flatMap((message) => (message === false ? [] : [{ message, pointer }]));
}

/** Data that is gathered while a document is read. */
export interface Gathered {
  readonly document: JsonObject;
  readonly findings: Finding[];
  /** The original JSON Pointers of rewritten parts, by their new ones. */
  readonly written: Map<string, string>;
  /** The component names of schemas outside of the components, by their places. */
  readonly moved: Map<string, string>;
  /** Advice for fields that no object has. */
  readonly instead: Readonly<Record<string, string>>;
  /** All operationIds so far. */
  readonly operationIds: Set<JsonValue | undefined>;
  /** The references of successful responses. */
  readonly successes: Set<string>;
  /** Why a regular expression is too slow. `undefined`: it is not. */
  readonly slowness: (pattern: string) => string | undefined;
}

/** A value of the document, and its place. */
export interface Node {
  readonly gathered: Gathered;
  readonly value: JsonValue;
  readonly pointer: string;
  /** Its name in messages: `parameter "filter"`, `style of parameter "filter"`. */
  readonly label: string;
  /** The name for an example that was written without one. */
  readonly example: string;
}

/** A kind of value. */
export interface Kind<T> {
  /** Reads a value and reports its problems. The result has the type if there are none. */
  readonly read: (node: Node) => T;
}

/** A field that an object must have. */
export interface Required<T> extends Kind<T> {
  readonly isRequired: true;
}

type Fields = Readonly<Record<string, Kind<JsonValue | undefined>>>;
type RequiredName<F> = { [N in keyof F]: F[N] extends Required<unknown> ? N : never }[keyof F];

/** The type of the values of a kind. */
export type TypeOf<K> = K extends Kind<infer T> ? T : never;

/** The type of an object with these fields. */
export type ObjectOf<F> = { readonly [N in RequiredName<F>]: TypeOf<F[N]> } & {
  readonly [N in Exclude<keyof F, RequiredName<F>>]?: TypeOf<F[N]>;
};

/** Makes a field required. */
export function required<T>(kind: Kind<T>): Required<T> {
  return { ...kind, isRequired: true };
}

/** Reports a problem of a value, or of a descendant. */
export function report(node: Node, problem: string, ...below: readonly string[]): void {
  const pointer = appendPointer(node.pointer, ...below);
  const kind = below.at(-1) ?? node.label.split(" of ")[0] ?? "";
  node.gathered.findings.push({ message: `${node.label} ${problem}`, pointer, kind });
}

/** The end of each message of refusal. */
export function notSupported(advice: string): string {
  return `which is not supported: ${advice}`;
}

/** The node of a member or an item. */
export function below(
  node: Node,
  name: string | number,
  value: JsonValue | undefined,
  label: string,
): Node {
  return { ...node, value: value ?? null, pointer: appendPointer(node.pointer, name), label };
}

/** A value that is checked by itself. */
export function leaf<T extends JsonValue>(
  problemOf: (value: JsonValue, node: Node) => string | undefined,
): Kind<T> {
  return {
    read: (node) => {
      const problem = problemOf(node.value, node);
      if (problem !== undefined) report(node, problem);
      return node.value as T;
    },
  };
}

/** One of these strings; the advice says what to write instead of another one. */
export function among<const T extends string>(
  allowed: readonly T[],
  advice: string = `use ${new Intl.ListFormat("en-GB", { type: "disjunction" }).format(allowed)}`,
): Kind<T> {
  return leaf((value) =>
    allowed.some((each) => each === value)
      ? undefined
      : `is ${typeof value === "string" ? value : JSON.stringify(value)}, ${notSupported(advice)}`,
  );
}

/** An array, optionally not empty. */
export function list<T extends JsonValue>(
  word: string,
  kind: Kind<T>,
  isFilled = false,
): Kind<readonly T[]> {
  return {
    read: (node) => {
      const items = Array.isArray(node.value) ? node.value : [];
      if (items !== node.value) report(node, "is not a list: write one");
      else if (isFilled && items.length === 0)
        report(node, "is an empty list: fill it, or remove it");
      return items.map((item: JsonValue, index) =>
        kind.read(below(node, index, item, `${word} ${index + 1} of ${node.label}`)),
      );
    },
  };
}

/** An object with arbitrary member names, optionally of a form. */
export function record<T extends JsonValue>(
  word: string,
  kind: Kind<T>,
  problemOf: (name: string, node: Node) => string | undefined = () => undefined,
  nodeOf: (member: Node, name: string) => Node = (member) => member,
): Kind<Readonly<Record<string, T>>> {
  return {
    read: (node) => {
      if (!isObject(node.value)) report(node, "is not an object: write one");
      const members = Object.entries(isObject(node.value) ? node.value : {});
      const read = members.map(([name, value]): [string, T] => {
        const member = below(node, name, value, `${word} "${name}"`);
        // This name has a special meaning in JavaScript and Ajv.
        const problem =
          name === "__proto__"
            ? "has a name that is reserved: choose another one"
            : problemOf(name, member);
        if (problem !== undefined) report(member, problem);
        return [name, kind.read(nodeOf(member, name))];
      });
      return Object.fromEntries(read);
    },
  };
}

/** How an object is read beyond its fields. */
interface Habits<T> {
  /** In messages it is a word and the value of a field: `parameter "filter"`. */
  readonly named?: readonly [word: string, field: string];
  /** Checks its fields against each other. */
  readonly check?: (node: Node, value: JsonObject) => void;
  /** Rewrites it as its equivalent in the profile. */
  readonly rewrite?: (value: T, node: Node) => T;
}

/** An object, with the kinds of its fields. */
export interface ObjectKind<T> extends Kind<T> {
  readonly fields: Fields;
}

/** An object with these fields. Other extensions (`x-…`) are annotations. */
export function objectOf<const F extends Fields>(
  fields: F,
  { check, named, rewrite }: Habits<ObjectOf<F>> = {},
): ObjectKind<ObjectOf<F>> {
  const kinds = Object.entries(fields);
  const needed = kinds.flatMap(([name, kind]) => ("isRequired" in kind ? [name] : []));
  return {
    fields,
    read: (given) => {
      const { value } = given;
      if (!isObject(value)) {
        report(given, "is not an object: write one");
        return {} as ObjectOf<F>;
      }
      const node = { ...given, label: named ? labelOf(given, ...named) : given.label };
      for (const name of needed)
        if (!Object.hasOwn(value, name))
          node.gathered.findings.push({
            message: `${node.label} has no ${name}: add it`,
            pointer: node.pointer,
            kind: `no ${name}`,
          });
      // In the order of the profile, so that references are read before their targets.
      const read = new Map<string, JsonValue | undefined>();
      for (const [name, kind] of kinds)
        if (Object.hasOwn(value, name))
          read.set(name, kind.read(below(node, name, value[name], `${name} of ${node.label}`)));
      reportUnknown(node, fields, value);
      check?.(node, value);
      const members = Object.entries({ ...value, ...Object.fromEntries(read) });
      const kept = members.filter(([, member]) => member !== undefined);
      const whole = Object.fromEntries(kept) as ObjectOf<F>;
      return rewrite?.(whole, node) ?? whole;
    },
  };
}

function labelOf({ label, value }: Node, word: string, field: string): string {
  const name = isObject(value) ? value[field] : undefined;
  return typeof name === "string" ? `${word} "${name}"` : label;
}

function reportUnknown(node: Node, fields: Fields, value: JsonObject): void {
  const { instead } = node.gathered;
  for (const name of Object.keys(value)) {
    const advice = Object.hasOwn(instead, name) ? instead[name] : undefined;
    const isExtension = name.startsWith("x-") && advice === undefined;
    if (Object.hasOwn(fields, name) || isExtension) continue;
    const meant = nearestName(name, Object.keys(fields));
    const other = meant === undefined ? "remove it" : `write ${meant}`;
    report(node, `has ${name}, ${notSupported(advice ?? other)}`, name);
  }
}
