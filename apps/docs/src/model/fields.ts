import type { Shape, Union } from "@workflow-api/contract";
import { appendPointer } from "@workflow-api/contract/json";
import { fragmentIn, slugOf } from "../text/slug.ts";
import { requirementWords } from "./constraints.ts";
import {
  describeValue,
  type Field,
  type FieldPlace,
  type RequestParts,
  type SchemaPlace,
} from "./field.ts";
import { branchNames, schemaName, schemasKey, withoutNull } from "./types.ts";

/** The most rows of a page of an operation, and of one of its bodies. */
export const mostRows = { page: 260, body: 120 };
/** The most rows of a schema on its own page. */
const mostRowsOfSchema = 300;
/** How many levels of fields a body shows; fewer, if there would be too many rows. */
const levels = [2, 1, 0];

/** What is counted down while rows are made. */
export interface Budget {
  rows: number;
}

interface Scope extends FieldPlace {
  readonly budget: Budget;
  /** How many levels of fields may follow. Beyond, a schema is a link to its page. */
  readonly levels: number;
  /** The enclosing schemas, by what they are made of. */
  readonly within: readonly string[];
  /** Where this is on the page of the innermost enclosing schema that has one. */
  readonly owner: SchemaPlace | undefined;
}

/** How a body is shown. */
export interface BodyOptions {
  readonly request?: RequestParts;
  /** The rows that are left on the page. */
  readonly budget?: Budget;
}

/**
 * A body as one field: its type, and two levels of fields. A field that alone holds everything is
 * no level.
 *
 * @param id - What the fragments of its fields begin with.
 */
export function bodyField(shape: Shape, id: string, options: BodyOptions = {}): Field {
  const { request = noRequest, budget = { rows: mostRows.page } } = options;
  const most = Math.min(mostRows.body, budget.rows);
  for (const depth of levels) {
    const rest = { rows: depth === 0 ? Math.max(mostRows.body, most) : most };
    const scope = { ...rootScope(id), request, budget: rest, levels: depth };
    const field = fieldOf(scope, shape, root);
    if (rest.rows < 0 && depth > 0) continue;
    budget.rows -= most - rest.rows;
    return field;
  }
  throw new Error("A body without levels is always shown.");
}

/** A schema on its own page, or a parameter: other schemas are links in it. */
export function schemaField(shape: Shape, id: string): Field {
  const budget = { rows: mostRowsOfSchema };
  return fieldOf({ ...rootScope(id), request: noRequest, budget, levels: 1 }, shape, root);
}

const noRequest: RequestParts = { includes: [], parameters: [] };
const root = { name: "body", isNamed: false, required: true };
/** The fragment of the schema itself on its own page. */
export const schemaId = "value";

const rootScope = (id: string) => ({ within: [], id, path: "", body: "", owner: undefined });

type Naming = Pick<Field, "name" | "isNamed" | "required">;

function fieldOf(scope: Scope, shape: Shape, naming: Naming): Field {
  const { budget, owner, within } = scope;
  budget.rows -= 1;
  const { inner } = withoutNull(shape);
  const name = schemaName(inner);
  const key = schemasKey(inner);
  const isRepeated = key !== "" && within.includes(key);
  const isLink = name !== undefined && scope.levels <= 0;
  const isCut = isLink || isRepeated || budget.rows < 0;
  const hasMore = inner.names.length > 0 || inner.unions.length > 0;
  const nested = {
    ...scope,
    within: [...within, key],
    owner: name === undefined ? owner : { name, id: schemaId },
  };
  return {
    ...naming,
    ...describeValue(scope, shape, inner),
    fieldsPage: isCut && hasMore && name === undefined ? owner : undefined,
    fields: isCut ? [] : [...membersOf(nested, inner), ...variantsOf(nested, inner)],
  };
}

/** The fields of an object: those with names, then those of patterns, then all others. */
function membersOf(scope: Scope, shape: Shape): Field[] {
  const patterns = [
    ...new Set(shape.keywordValues("patternProperties").flatMap((each) => Object.keys(each ?? {}))),
  ];
  const others = [
    ...patterns.map((pattern) => ({
      name: `fields that match ${pattern}`,
      members: shape.subschemas("patternProperties", pattern),
    })),
    { name: "any other field", members: shape.subschemas("additionalProperties") },
  ].filter(({ members }) => members.schemas.length > 0);
  // A field that alone holds everything is no level.
  const isLevel = shape.names.length + others.length > 1;
  const below = isLevel ? { ...scope, levels: scope.levels - 1 } : scope;
  const named = shape.names.map((name) =>
    fieldOf(memberScope(below, name), shape.property(name), {
      name,
      isNamed: true,
      required: shape.required.has(name),
    }),
  );
  const unnamed = others.map(({ name, members }) => {
    // No name of a field begins with an asterisk in a fragment.
    const inner = { ...memberScope(below, name), ...placed(below, `*${slugOf(name)}`) };
    return fieldOf(inner, members, { name, isNamed: false, required: false });
  });
  return [...named, ...unnamed, ...itemsOf(scope, shape.items)];
}

/**
 * For an array of objects, their fields; for any other, the item, if there is something to say
 * about it that its type does not.
 */
function itemsOf(scope: Scope, items: Shape): Field[] {
  if (items.locations.length === 0) return [];
  const naming = { name: "each item", isNamed: false, required: false };
  const inner = { ...scope, body: `${scope.body}/*`, ...placed(scope, "*") };
  const item = fieldOf(inner, items, naming);
  const isLink = schemaName(items) !== undefined && item.fields.length === 0;
  const isObject = item.fields.length > 0 && items.unions.length === 0;
  if (isLink || (isObject && item.constraints.length === 0)) return [...item.fields];
  return item.constraints.length + item.fields.length > 0 ? [{ ...item, description: "" }] : [];
}

/** The variants of alternatives. Of several alternatives, each is a choice of its own. */
function variantsOf(scope: Scope, { unions }: Shape): Field[] {
  const choices = unions.filter((union) => requirementWords(union) === undefined);
  if (choices.length === 1) return choices.flatMap((union) => branchesOf(scope, union));
  return choices.map((union, index) => {
    const name = `choice ${index + 1} of ${choices.length}`;
    const place = placed(scope, `!${index + 1}`);
    const path = `${scope.path} (${name})`.trim();
    return {
      ...blank,
      id: place.id,
      name,
      path,
      pointer: union.pointer,
      type: [{ text: countWords(union) }],
      fields: branchesOf({ ...scope, ...place, path }, union).map((each) => ({
        ...each,
        note: "",
      })),
    };
  });
}

/** What a choice has no more to say of. */
const blank = {
  isNamed: false,
  required: false,
  deprecated: false,
  access: "",
  description: "",
  note: "",
  constraints: [],
  examples: [],
  include: undefined,
  fieldsPage: undefined,
} as const;

function countWords({ branches, keyword }: Union): string {
  return `${keyword === "oneOf" ? "one" : "at least one"} of ${branches.length}`;
}

function branchesOf(scope: Scope, union: Union): Field[] {
  const names = branchNames(union.branches);
  return union.branches.map((branch, index) => {
    const name = names[index] ?? "";
    const sign = union.keyword === "oneOf" ? "!" : "*";
    const place = placed(scope, sign + slugOf(name));
    const path = `${scope.path} (${name})`.trim();
    const naming = { name, isNamed: false, required: false };
    // Once for all of them.
    const note = index === 0 ? countWords(union) : "";
    return { ...fieldOf({ ...scope, ...place, path }, branch, naming), note };
  });
}

/** The fragments of a part, on this page and on that of its schema. */
function placed({ id, owner }: Scope, part: string): Pick<Scope, "id" | "owner"> {
  return {
    id: fragmentIn(id, part),
    owner: owner && { ...owner, id: fragmentIn(owner.id, part) },
  };
}

function memberScope(scope: Scope, name: string): Scope {
  return {
    ...scope,
    ...placed(scope, slugOf(name)),
    path: scope.path === "" ? name : `${scope.path}.${name}`,
    body: appendPointer(scope.body, name),
  };
}
