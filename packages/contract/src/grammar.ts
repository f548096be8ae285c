import {
  appendPointer,
  isObject,
  type JsonObject,
  type JsonValue,
  pointerOfReference,
  valueAt,
} from "./json.ts";

// The words in which profile.ts says what may stand where.

/** Something that is wrong with a document, before its line is looked for. */
export interface Finding {
  readonly message: string;
  readonly pointer: string;
}

/** A value of the document in its place. */
export interface Node {
  readonly document: JsonObject;
  readonly value: JsonValue;
  readonly pointer: string;
  /** What messages call it: `parameter "filter"`, `style of parameter "filter"`. */
  readonly name: string;
  readonly found: Finding[];
}

/** Looks at a value, and reports what is wrong with it. */
export type Rule = (node: Node) => void;

/** Reports a problem of a value. */
export function refuse({ found, name, pointer }: Node, problem: string): void {
  found.push({ message: `${name} ${problem}`, pointer });
}

/** Reports something that OpenAPI allows and this kit does not, with what to write in its place. */
export function unsupported(node: Node, problem: string, instead: string): void {
  refuse(node, `${problem}, which this kit does not support: ${instead}`);
}

/** The member of an object, and a name for messages. */
export function member(node: Node, field: string | number, name: string): Node {
  const value = valueAt(node.value, appendPointer("", field)) ?? null;
  return { ...node, value, pointer: appendPointer(node.pointer, field), name };
}

function check(isRight: (value: JsonValue) => boolean, expected: string): Rule {
  return (node) => {
    if (!isRight(node.value)) refuse(node, `is not ${expected}: write one`);
  };
}

export const anything: Rule = () => undefined;
export const text: Rule = check((value) => typeof value === "string", "a text");
export const filled: Rule = check(
  (value) => typeof value === "string" && value !== "",
  "a text with letters",
);
export const flag: Rule = check((value) => typeof value === "boolean", "true or false");
export const number: Rule = check((value) => typeof value === "number", "a number");
export const positive: Rule = check(
  (value) => Number(value) > 0 && typeof value === "number",
  "a number above 0",
);
export const count: Rule = check(
  (value) => Number.isInteger(value) && Number(value) >= 0,
  "a whole number from 0",
);

/** A text of this form. `expected` ends the sentence "… is no". */
export function matching(form: RegExp, expected: string): Rule {
  return (node) => {
    if (typeof node.value !== "string" || !form.test(node.value)) refuse(node, `is no ${expected}`);
  };
}

/** A regular expression of ECMA-262, as JSON Schema has them. */
export const pattern: Rule = (node) => {
  if (typeof node.value !== "string") return refuse(node, "is not a text: write one");
  try {
    new RegExp(node.value, "u");
  } catch (error) {
    const reason = String(error).replace(/^.*\/u?: /, "");
    refuse(node, `is no regular expression (ECMA-262, with the flag u): ${reason}`);
  }
};

/** One of these texts; `instead` says what to write in place of another. */
export function among(allowed: readonly string[], instead: string = `use ${allowed.join(", ")}`): Rule {
  return (node) => {
    if (!allowed.some((each) => each === node.value)) unsupported(node, `is ${shown(node.value)}`, instead);
  };
}

/** A value as messages show it. */
export function shown(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A list; `itemName` is what messages call an item: `parameter 2`. */
export function list(rule: Rule, itemName?: string, isFilled = false): Rule {
  return (node) => {
    const { name, value } = node;
    if (!Array.isArray(value)) return refuse(node, "is not a list: write one");
    if (isFilled && value.length === 0) refuse(node, "is an empty list: leave it out, or fill it");
    for (const index of value.keys()) {
      const label = itemName === undefined ? `item ${index + 1} of ${name}` : `${itemName} ${index + 1}`;
      rule(member(node, index, label));
    }
  };
}

/** An object whose members all follow one rule; `checkName` looks at the name of each, as the value. */
export function map(rule: Rule, memberName: string, checkName: Rule = anything): Rule {
  return (node) => {
    if (!isObject(node.value)) return refuse(node, "is not an object: write one");
    for (const name of Object.keys(node.value)) {
      const each = member(node, name, `${memberName} "${name}"`);
      checkName({ ...each, value: name });
      // JavaScript and Ajv give this name a meaning of their own.
      if (name === "__proto__") unsupported(each, "has a reserved name", "choose another one");
      else rule(each);
    }
  };
}

interface RecordOptions {
  readonly required?: readonly string[];
  /** What to write in place of a field that is refused; by default it is to be left out. */
  readonly instead?: Readonly<Record<string, string>>;
  /** Looks at the object as a whole. */
  readonly also?: Rule;
}

/** An object with these fields. Extensions (`x-…`) are annotations, save for those of this kit, which have their place. */
export function record(fields: Readonly<Record<string, Rule>>, options: RecordOptions = {}): Rule {
  const { required = [], instead = {}, also = anything } = options;
  return (given) => {
    if (!isObject(given.value)) return refuse(given, "is not an object: write one");
    const node = { ...given, name: nameOf(given.value, given.name) };
    for (const field of required.filter((each) => !hasMember(node, each)))
      refuse(node, `has no ${field}: add it`);
    for (const field of Object.keys(given.value)) {
      const each = member(node, field, `${field} of ${node.name}`);
      if (Object.hasOwn(fields, field)) fields[field]?.(each);
      else if (Object.hasOwn(ownExtensions, field) || !field.startsWith("x-"))
        unsupported(
          { ...each, name: node.name },
          `has ${field}`,
          instead[field] ?? ownExtensions[field] ?? "leave it out",
        );
    }
    also(node);
  };
}

const ownExtensions: Readonly<Record<string, string>> = {
  "x-gaps": "write it at the root",
  "x-includes": "write it on a query parameter",
};

function hasMember({ value }: Node, field: string): boolean {
  return isObject(value) && Object.hasOwn(value, field);
}

/** `parameter 3` is called by its name, where it has one. */
function nameOf({ name, operationId }: JsonObject, label: string): string {
  if (typeof operationId === "string") return `operation "${operationId}"`;
  return typeof name === "string" ? label.replace(/^(parameter|tag) (\d+|".*")$/, `$1 "${name}"`) : label;
}

/** The `$ref` to a component of this kind, in the same document and without detours. */
export function reference(kind: string): Rule {
  const prefix = `#/components/${kind}/`;
  return (node) => {
    const { document, value } = node;
    if (typeof value !== "string" || !value.startsWith(prefix) || value.slice(prefix.length).includes("/"))
      unsupported(node, `refers to ${shown(value)}`, `refer to ${prefix}NAME of the same file`);
    else if (valueAt(document, pointerOfReference(value)) === undefined)
      refuse(node, `refers to ${value}, which is not there: correct the name, or add the component`);
  };
}

/** An object, or a `$ref` to a component of this kind with nothing beside it. */
export function orReference(kind: string, rule: Rule): Rule {
  const referring = record({
    $ref: (node) => reference(kind)({ ...node, name: node.name.replace("$ref of ", "") }),
  });
  return (node) => {
    const isReference = isObject(node.value) && Object.hasOwn(node.value, "$ref");
    (isReference ? referring : rule)(node);
  };
}
