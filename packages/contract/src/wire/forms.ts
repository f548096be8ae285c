import { isObject, type JsonValue } from "../json.ts";
import type { Parameter, ParameterForm } from "../model.ts";
import { allTypes, type SchemaType } from "../schema/schemas.ts";
import type { Shape } from "../schema/shape.ts";
import { locations } from "./locations.ts";

// What the value of a parameter may be: a primitive, a list or an object, by the branches of its
// schema.

/** The part of a parameter that decides how its value is written. */
export type WireFormat = Pick<Parameter, "explode" | "in" | "name" | "style">;

/** The branches of a schema by what their values are. */
export interface Branches {
  readonly primitives: readonly Shape[];
  readonly lists: readonly Shape[];
  readonly objects: readonly Shape[];
}

const known = new WeakMap<Shape, Branches>();

/** The branches of a shape. A schema that says nothing of the type is that of a string. */
export function branchesOf(shape: Shape): Branches {
  const found = known.get(shape) ?? readBranches(shape);
  known.set(shape, found);
  return found;
}

function readBranches(shape: Shape): Branches {
  const variants = shape.variants().map((each) => ({ each, forms: formsOfVariant(each) }));
  const ofForm = (form: ParameterForm): Shape[] =>
    variants.filter(({ forms }) => forms.includes(form)).map(({ each }) => each);
  return {
    primitives: ofForm("primitive"),
    lists: ofForm("list"),
    objects: ofForm("object"),
  };
}

function formsOfVariant(shape: Shape): ParameterForm[] {
  if (!isUntyped(shape.types)) return [...new Set(shape.types.flatMap(formOfType))];
  const isOfObject = ["properties", "additionalProperties", "patternProperties"].some(
    (keyword) => shape.keyword(keyword) !== undefined,
  );
  if (isOfObject) return ["object"];
  return [shape.keyword("items") === undefined ? "primitive" : "list"];
}

function formOfType(type: SchemaType): ParameterForm[] {
  if (type === "null") return [];
  if (type === "array") return ["list"];
  return [type === "object" ? "object" : "primitive"];
}

/** Whether a schema allows each type. */
export function isUntyped(types: readonly SchemaType[]): boolean {
  return types.length === allTypes.length;
}

/** What the values of a parameter with a schema may be. */
export function formsOf(shape: Shape): readonly ParameterForm[] {
  const { lists, objects, primitives } = branchesOf(shape);
  return [
    ...(primitives.length > 0 ? ["primitive" as const] : []),
    ...(lists.length > 0 ? ["list" as const] : []),
    ...(objects.length > 0 ? ["object" as const] : []),
  ];
}

/** The members of an object, each of which is a pair of its own. */
export interface ExplodedMembers {
  readonly names: ReadonlySet<string>;
  /** Whether further names are members, too. */
  readonly isOpen: boolean;
}

const none: ExplodedMembers = { names: new Set(), isOpen: false };

/** The members of an exploded object. Of other parameters: none. */
export function explodedMembers(
  { explode, in: location, style }: WireFormat,
  shape: Shape,
): ExplodedMembers {
  const { objects } = branchesOf(shape);
  const isPaired = locations[location].separator !== undefined;
  if (!(isPaired && explode && style === "form") || objects.length === 0) return none;
  const names = new Set(objects.flatMap((each) => each.names));
  const isOpen = objects.some((each) => {
    const further = each.keyword("additionalProperties");
    const hasPatterns = each.keyword("patternProperties") !== undefined;
    return further === undefined
      ? hasPatterns || each.names.length === 0
      : further === true || isObject(further);
  });
  return { names, isOpen };
}

/** Whether some value can be written: of an object each required member. */
export function isWritable(format: WireFormat, shape: Shape, depth = 0): boolean {
  const { lists, objects, primitives } = branchesOf(shape);
  const isDeep = format.style === "deepObject";
  const canNest = depth === 0 || (isDeep && depth < mostLevels);
  const isListOfWritable = (list: Shape): boolean =>
    isDeep && canNest
      ? isWritable(format, list.items, depth + 1)
      : branchesOf(list.items).primitives.length > 0;
  if (primitives.length > 0 || lists.some(isListOfWritable)) return true;
  return (
    canNest &&
    objects.some((each) =>
      [...each.required].every((name) => isWritable(format, each.property(name), depth + 1)),
    )
  );
}

/** How deep objects and lists in a `deepObject` may be nested. */
export const mostLevels = 16;

/** The text of a primitive. */
export function primitiveText(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What separates the items of a list that is one text. */
export function separatorOf({ in: location, style }: WireFormat): string {
  if (style === "spaceDelimited") return "%20";
  if (style === "pipeDelimited") return "|";
  return locations[location].itemSeparator;
}
