import type { Contract, Include, Operation, Shape } from "@workflow-api/contract";
import {
  appendPointer,
  isObject,
  parsePointer,
  pointerOfReference,
} from "@workflow-api/contract/json";
import { fragmentIn, slugOf } from "../slug.ts";
import { pointerOfValue } from "./source-json.ts";
import { type Constraint, constraintsOf, typeWords, valueText } from "./words.ts";

/** An example of a value. */
interface Example {
  readonly text: string;
  /** The scenario that it chooses. `undefined`: none. */
  readonly scenario: string | undefined;
}

/** A parameter, a header, a field of a body, an item of a list or a variant, as a row of a page. */
export interface Field {
  /** Its fragment on the page. */
  readonly id: string;
  /** Its name; for items, variants and undeclared members, a description. */
  readonly name: string;
  /** The names that lead to it from the body, with dots: `data.id`. */
  readonly path: string;
  /** The JSON Pointer of its schema. */
  readonly pointer: string;
  /** Whether `name` is a name in the contract. */
  readonly isNamed: boolean;
  readonly type: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  /** Whether it is in responses alone, or in requests alone. The empty string: in both. */
  readonly access: "" | "read only" | "write only";
  /** Markdown. */
  readonly description: string;
  /** How it depends on the request. The empty string: it does not. */
  readonly note: string;
  readonly constraints: readonly Constraint[];
  readonly examples: readonly Example[];
  /** The include that adds it. */
  readonly include: Include | undefined;
  /** The name of the schema whose place shows its fields. */
  readonly schema: string | undefined;
  /** The fields of an object or of the items of a list; the variants of alternatives. */
  readonly fields: readonly Field[];
}

/** The parts of a request that affect how its response is described. */
type RequestParts = Pick<Operation, "includes" | "parameters">;

/** The most rows of a body. Beyond, schemas are shown in their own place alone. */
const mostRows = 150;
/** How many schemas may be nested in one another; less, if there would be too many rows. */
const depths = [8, 4, 2];

interface Scope {
  readonly contract: Contract;
  readonly request: RequestParts;
  /** How many rows are left. */
  readonly budget: { rows: number };
  /** How many schemas may still be nested. */
  readonly depth: number;
  /** The enclosing schemas, by what they are made of. */
  readonly within: readonly string[];
  readonly id: string;
  readonly path: string;
  /** The pointer into the body; for items, that of their list. */
  readonly body: string;
}

/**
 * A body as one field, with its nested fields.
 *
 * @param id - What the fragments of its fields begin with.
 */
export function bodyField(
  contract: Contract,
  shape: Shape,
  id: string,
  request: RequestParts = { includes: [], parameters: [] },
): Field {
  for (const depth of depths) {
    const budget = { rows: mostRows };
    const field = fieldOf({ ...rootScope(id), contract, request, budget, depth }, shape, root);
    if (budget.rows >= 0) return field;
  }
  return schemaField(contract, shape, id, request);
}

/** A body, or a schema in its own place: other schemas are links in it. */
export function schemaField(
  contract: Contract,
  shape: Shape,
  id: string,
  request: RequestParts = { includes: [], parameters: [] },
): Field {
  return fieldOf({ ...rootScope(id), contract, request }, shape, root);
}

const root = { name: "body", isNamed: false, required: true };

const rootScope = (id: string) => ({
  budget: { rows: Number.POSITIVE_INFINITY },
  depth: 1,
  within: [],
  id,
  path: "",
  body: "",
});

type Naming = Pick<Field, "name" | "isNamed" | "required">;

function fieldOf(scope: Scope, shape: Shape, naming: Naming): Field {
  const { budget, within } = scope;
  budget.rows -= 1;
  const schema = schemaName(shape);
  const key = keyOf(shape);
  const isRepeated = key !== "" && within.includes(key);
  const isLink = schema !== undefined && (scope.depth === 0 || isRepeated);
  const isEnd = isLink || isRepeated || budget.rows < 0;
  const depth = schema === undefined ? scope.depth : scope.depth - 1;
  const inner = { ...scope, depth, within: [...within, key] };
  const hasMore = shape.names.length > 0 || shape.unions.length > 0;
  const fields = isEnd ? [] : [...membersOf(inner, shape), ...variantsOf(inner, shape)];
  // The items of a list have no row of their own if there is nothing else to say about them.
  const [item, ...rest] = fields;
  const isPlain = item?.schema !== undefined && !item.isNamed && rest.length === 0;
  const isBare = isPlain && item.constraints.length === 0;
  return {
    ...naming,
    ...describe(scope, shape),
    schema: isBare ? item.schema : isLink && hasMore ? schema : undefined,
    fields: isBare ? [] : fields,
  };
}

/** What the contract says of a value in words. A list also shows the texts of its items. */
function describe({ body, contract, id, path, request }: Scope, shape: Shape) {
  const texts = [shape, shape.items].flatMap((each) => each.keywordValues("description"));
  const constraints = constraintsOf(contract, shape);
  const [example] = shape.keywordValues("examples").flat();
  const place = example === undefined ? "" : pointerOfValue(shape, example);
  const text = example === undefined ? "" : valueText(contract, example, place);
  const isListed = constraints.some((each) => ["Always", "One of"].includes(each.text));
  const include = request.includes.find(({ adds }) => adds === body);
  const identifiedBy = request.parameters.find(({ identifies }) => identifies === body);
  const added = include && `only if ${include.parameter.name} has ${include.value}`;
  return {
    id,
    path,
    pointer: shape.pointer,
    type: typeWords(shape),
    deprecated: shape.keywordValues("deprecated").includes(true),
    access: accessOf(shape),
    description: [...new Set(texts)].filter((each) => typeof each === "string").join("\n\n"),
    note: added ?? (identifiedBy ? `the ${identifiedBy.name} of the request` : ""),
    constraints,
    examples: text === "" || text.length >= 60 || isListed ? [] : [{ text, scenario: undefined }],
    include,
  };
}

function accessOf(shape: Shape): Field["access"] {
  if (shape.keyword("readOnly") === true) return "read only";
  return shape.keyword("writeOnly") === true ? "write only" : "";
}

/** Tells schemas apart: by all that apply. The empty string: anything is allowed. */
function keyOf({ schemas }: Shape): string {
  const pointers = schemas.flatMap(({ schema, pointer }) => ("$ref" in schema ? [] : [pointer]));
  return pointers.join(" ");
}

function membersOf(scope: Scope, shape: Shape): Field[] {
  const named = shape.names.map((name) =>
    fieldOf(memberScope(scope, name), shape.property(name), {
      name,
      isNamed: true,
      required: shape.required.has(name),
    }),
  );
  const members = shape.subschemas("additionalProperties");
  if (members.schemas.length === 0) return [...named, ...itemsOf(scope, shape.items)];
  const name = "any other field";
  // No name of a field begins with an asterisk in a fragment.
  const inner = { ...memberScope(scope, name), id: fragmentIn(scope.id, `*${slugOf(name)}`) };
  const unnamed = fieldOf(inner, members, { name, isNamed: false, required: false });
  return [...named, unnamed, ...itemsOf(scope, shape.items)];
}

/**
 * For a list of objects, their fields; for any other, the item, if there is something to say about
 * it.
 */
function itemsOf(scope: Scope, items: Shape): Field[] {
  if (items.locations.length === 0) return [];
  const naming = { name: "each item", isNamed: false, required: false };
  const inner = { ...scope, body: `${scope.body}/*` };
  const item = fieldOf({ ...inner, id: fragmentIn(scope.id, "*") }, items, naming);
  const { constraints, fields, schema } = item;
  const isObject = fields.length > 0 && items.unions.length === 0;
  if (isObject && constraints.length === 0) return [...fields];
  const says = constraints.length > 0 || schema !== undefined || fields.length > 0;
  return says ? [{ ...item, description: "" }] : [];
}

/** The variants of alternatives: a value matches exactly one (`oneOf`) or at least one. */
function variantsOf(scope: Scope, { unions }: Shape): Field[] {
  return unions.flatMap(({ keyword, branches }) => {
    const names = branchNames(branches);
    return branches.map((branch, index) => {
      const name = names[index] ?? "";
      const id = fragmentIn(scope.id, `${keyword === "oneOf" ? "!" : "*"}${slugOf(name)}`);
      const path = `${scope.path} (${name})`.trim();
      const naming = { name, isNamed: false, required: false };
      const count = keyword === "oneOf" ? "one of" : "at least one of";
      const note = `${count} ${branches.length}`;
      return { ...fieldOf({ ...scope, id, path }, branch, naming), note };
    });
  });
}

/** The names of branches; those that would be the same have the names of their fields, too. */
function branchNames(branches: readonly Shape[]): string[] {
  const names = branches.map(branchName);
  return names.map((name, index) => {
    if (names.filter((other) => other === name).length === 1) return name;
    const branch = branches[index];
    const schemas = branch?.schemas.map(({ schema }) => schema);
    const fields = branch && branch.names.length > 0 ? branch.names : [JSON.stringify(schemas)];
    return `${name} with ${fields.join(", ")}`;
  });
}

/** The title of a branch, the name of its schema, its distinguishing member, or its type. */
function branchName(branch: Shape): string {
  const title = branch.keywordValues("title").find((each) => typeof each === "string");
  const constants = branch.names.flatMap((name) => {
    const values = branch.property(name).values ?? [];
    return values.length === 1 ? [`${name}: ${values.map(String)}`] : [];
  });
  return title ?? schemaName(branch) ?? constants[0] ?? typeWords(branch);
}

/** The schema under `components` that a shape is, and not only a part of. */
export function schemaName({ locations }: Shape): string | undefined {
  const [location] = locations;
  if (locations.length !== 1 || !isObject(location?.schema)) return undefined;
  const { $ref, allOf, properties } = location.schema;
  const parts = Array.isArray(allOf) ? allOf : [];
  const [part] = parts.length === 1 && properties === undefined ? parts : [];
  const reference = $ref ?? (isObject(part) ? part["$ref"] : undefined);
  const pointer = typeof reference === "string" ? pointerOfReference(reference) : location.pointer;
  const [components, schemas, name, ...rest] = parsePointer(pointer);
  const isSchema = components === "components" && schemas === "schemas" && rest.length === 0;
  return isSchema ? name : undefined;
}

function memberScope(scope: Scope, name: string): Scope {
  return {
    ...scope,
    id: fragmentIn(scope.id, slugOf(name)),
    path: scope.path === "" ? name : `${scope.path}.${name}`,
    body: appendPointer(scope.body, name),
  };
}

/** A field and its nested fields, in order. */
export function allFields(field: Field): Field[] {
  return [field, ...field.fields.flatMap(allFields)];
}
