import {
  appendPointer,
  type Include,
  type JsonValue,
  type Operation,
  type Parameter,
  type Shape,
} from "@workflow-api/contract";
import { slugOf, uniqueSlug } from "../escape.ts";
import { type Constraint, constraintsOf, typeWords } from "./words.ts";

/** A field of a body, or an item of a list, as a row of the page. */
export interface Field {
  /** Its fragment on the page. */
  readonly id: string;
  /** Its name; for items and undeclared members, a description. */
  readonly name: string;
  /** Whether `name` is a name in the contract. */
  readonly isNamed: boolean;
  readonly type: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  /** Markdown. */
  readonly description: string;
  readonly constraints: readonly Constraint[];
  readonly example: JsonValue | undefined;
  /** The include that adds it. */
  readonly include: Include | undefined;
  /** The request parameter with the same value. */
  readonly identifiedBy: Parameter | undefined;
  /** The name of the field whose schema it repeats, where its own fields are shown. */
  readonly repeats: string | undefined;
  readonly fields: readonly Field[];
  readonly choices: readonly Choice[];
}

/** Alternatives: a value matches exactly one (`oneOf`) or at least one (`anyOf`). */
export interface Choice {
  readonly label: string;
  readonly branches: readonly Field[];
}

/** The parts of a request that affect how its response is described. */
type RequestParts = Pick<Operation, "includes" | "parameters">;

interface Scope {
  readonly request: RequestParts;
  readonly ids: Set<string>;
  /** The names of the enclosing fields, by the pointers of their schemas. */
  readonly within: ReadonlyMap<string, string>;
  readonly id: string;
  /** The pointer into the body; for items, that of their list. */
  readonly body: string;
}

/**
 * A body as one field, with its nested fields.
 *
 * @param id - What the fragments of its fields begin with.
 */
export function bodyField(
  shape: Shape,
  id: string,
  ids: Set<string> = new Set(),
  request: RequestParts = { includes: [], parameters: [] },
): Field {
  const scope = { request, ids, within: new Map(), id, body: "" };
  return fieldOf(scope, shape, { name: "body", isNamed: false, required: true });
}

function fieldOf(
  scope: Scope,
  shape: Shape,
  own: Pick<Field, "name" | "isNamed" | "required">,
): Field {
  const { request, ids, id, body } = scope;
  const key = shape.schemas
    .flatMap(({ schema, pointer }) => ("$ref" in schema ? [] : [pointer]))
    .join(" ");
  const repeats = key === "" ? undefined : scope.within.get(key);
  const inner = { ...scope, within: new Map([...scope.within, [key, own.name]]) };
  // A list also shows the texts of its items.
  const texts = [
    ...shape.keywordValues("description"),
    ...shape.items.keywordValues("description"),
  ];
  return {
    ...own,
    id: uniqueSlug(id, ids),
    type: typeWords(shape),
    deprecated: shape.keywordValues("deprecated").includes(true),
    description: [...new Set(texts)].filter((text) => typeof text === "string").join("\n\n"),
    constraints: constraintsOf(shape),
    example: shape.keywordValues("examples").flat()[0],
    include: request.includes.find(({ adds }) => adds === body),
    identifiedBy: request.parameters.find(({ identifies }) => identifies === body),
    repeats,
    fields: repeats === undefined ? membersOf(inner, shape) : [],
    choices: repeats === undefined ? choicesIn(inner, shape) : [],
  };
}

function membersOf(scope: Scope, shape: Shape): Field[] {
  const named = shape.names.map((name) =>
    fieldOf(below(scope, name), shape.property(name), {
      name,
      isNamed: true,
      required: shape.required.has(name),
    }),
  );
  const patterns = shape
    .keywordValues("patternProperties")
    .flatMap((each) => Object.keys(each ?? {}));
  const unnamed = [
    ...[...new Set(patterns)].map(
      (pattern) => [`any field like ${pattern}`, "patternProperties", pattern] as const,
    ),
    ["any other field", "additionalProperties"] as const,
  ].flatMap(([name, ...tokens]) => {
    const others = shape.subschemas(...tokens);
    const own = { name, isNamed: false, required: false };
    return others.schemas.length > 0 ? [fieldOf(below(scope, "other"), others, own)] : [];
  });
  return [...named, ...unnamed, ...itemsOf(scope, shape.items)];
}

/**
 * For a list of objects, their fields; for any other, the item, if there is something to say about
 * it.
 */
function itemsOf(scope: Scope, items: Shape): Field[] {
  if (items.locations.length === 0) return [];
  const own = { name: "each item", isNamed: false, required: false };
  const item = fieldOf({ ...scope, id: `${scope.id}-item`, body: `${scope.body}/*` }, items, own);
  const { constraints, fields, choices, repeats } = item;
  if (fields.length > 0 && choices.length === 0 && constraints.length === 0) return [...fields];
  const says = constraints.length > 0 || choices.length > 0 || repeats !== undefined;
  return says || fields.length > 0 ? [{ ...item, description: "" }] : [];
}

function choicesIn(scope: Scope, { unions }: Shape): Choice[] {
  return unions.map(({ keyword, branches }) => ({
    label: keyword === "oneOf" ? "One of" : "At least one of",
    branches: branches.map((branch, index) => {
      const name = branchName(branch, index);
      const own = { name, isNamed: false, required: false };
      return fieldOf({ ...scope, id: `${scope.id}-${slugOf(name)}` }, branch, own);
    }),
  }));
}

/** The title of a branch, the name of its component, its distinguishing member, or its type. */
function branchName(branch: Shape, index: number): string {
  const title = branch.keywordValues("title").find((each) => typeof each === "string");
  const told = branch.names.flatMap((name) => {
    const values = branch.property(name).values ?? [];
    return values.length === 1 ? [`${name}: ${values.map(String)}`] : [];
  });
  const type = typeWords(branch);
  const last = type === "any value" ? `Variant ${index + 1}` : type;
  return title ?? componentOf(branch) ?? told[0] ?? last;
}

function componentOf({ schemas }: Shape): string | undefined {
  const names = schemas.map(({ pointer }) => /^\/components\/schemas\/([^/]+)$/.exec(pointer)?.[1]);
  return names.find((name) => name !== undefined);
}

function below(scope: Scope, name: string): Scope {
  return { ...scope, id: `${scope.id}-${slugOf(name)}`, body: appendPointer(scope.body, name) };
}

/** A field and its nested fields, in order. */
export function allFields(field: Field): Field[] {
  return [
    field,
    ...[...field.fields, ...field.choices.flatMap(({ branches }) => branches)].flatMap(allFields),
  ];
}
