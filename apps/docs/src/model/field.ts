import type { Include, Operation, Shape } from "@workflow-api/contract";
import { uniqueBy } from "@workflow-api/contract/json";
import { type Constraint, constraintsOf, valueText } from "./constraints.ts";
import { schemaName, type TypePart, typeParts } from "./types.ts";

/** An example of a value. */
interface FieldExample {
  readonly text: string;
  /** The scenario that it chooses. `undefined`: none. */
  readonly scenario: string | undefined;
}

/** A part of the page of a schema. */
export interface SchemaPlace {
  readonly name: string;
  /** The fragment of its page. */
  readonly id: string;
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
  readonly type: readonly TypePart[];
  readonly required: boolean;
  readonly deprecated: boolean;
  /** Whether it is in responses alone, or in requests alone. The empty string: in both. */
  readonly access: "" | "read only" | "write only";
  /** Markdown. */
  readonly description: string;
  /** How it depends on the request. The empty string: it does not. */
  readonly note: string;
  readonly constraints: readonly Constraint[];
  readonly examples: readonly FieldExample[];
  /** The include that adds it. */
  readonly include: Include | undefined;
  /** Where its fields are shown, if its type has no link to them. */
  readonly fieldsPage: SchemaPlace | undefined;
  /** The fields of an object or of the items of a list; the variants of alternatives. */
  readonly fields: readonly Field[];
}

/** The parts of a request that affect how its response is described. */
export type RequestParts = Pick<Operation, "includes" | "parameters">;

/** Where a value is on its page and in its body. */
export interface FieldPlace {
  readonly request: RequestParts;
  readonly id: string;
  readonly path: string;
  /** The pointer into the body; for items, that of their list. */
  readonly body: string;
}

/** What the contract says of a value in words; of one that may be null, also of the other one. */
export function describeValue(place: FieldPlace, shape: Shape, inner: Shape) {
  const { body, id, path, request } = place;
  const shapes = [...new Set([shape, inner])];
  const constraints = uniqueBy(shapes.flatMap(constraintsOf), (each) => JSON.stringify(each));
  const [example] = shapes.flatMap((each) => each.keywordValues("examples")).flat();
  const text = example === undefined ? "" : valueText(example);
  const isListed = constraints.some((each) => ["Always", "One of"].includes(each.text));
  const include = request.includes.find(({ adds }) => adds === body);
  const identifiedBy = request.parameters.find(({ identifies }) => identifies === body);
  const added = include && `only if ${include.parameter.name} has ${include.value}`;
  return {
    id,
    path,
    pointer: shape.pointer,
    type: typeParts(shape),
    deprecated: shape.keywordValues("deprecated").includes(true),
    access: accessOf(shape),
    description: descriptionOf(shapes, path === ""),
    note: added ?? (identifiedBy ? `the ${identifiedBy.name} of the request` : ""),
    constraints,
    examples: text === "" || text.length >= 60 || isListed ? [] : [{ text, scenario: undefined }],
    include,
  };
}

/**
 * The descriptions of a value. A schema with a page of its own says there what it is, unless
 * nothing else is said here.
 */
function descriptionOf(shapes: readonly Shape[], isRoot: boolean): string {
  const texts = shapes
    .flatMap((each) => [each, each.items])
    .map((each) => {
      const all = each.keywordValues("description").filter((text) => typeof text === "string");
      return isRoot || schemaName(each) === undefined ? all : all.slice(0, 1);
    });
  const [own = [], ...others] = texts.filter((each) => each.length > 0);
  return [...new Set(isRoot ? [own, ...others].flat() : own)].join("\n\n");
}

function accessOf(shape: Shape): Field["access"] {
  if (shape.keyword("readOnly") === true) return "read only";
  return shape.keyword("writeOnly") === true ? "write only" : "";
}

/** A field and its nested fields, in order. */
export function allFields(field: Field): Field[] {
  return [field, ...field.fields.flatMap(allFields)];
}
