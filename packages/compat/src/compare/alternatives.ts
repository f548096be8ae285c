import type { SchemaType, Shape } from "@workflow-api/contract";
import { isEqual, type JsonValue } from "@workflow-api/contract/json";

/** Values of one type that a shape allows, with a branch chosen of each `oneOf` and `anyOf`. */
export interface Alternative {
  readonly type: SchemaType;
  readonly shape: Shape;
  /** Its only values. `undefined`: they are not listed. */
  readonly values: readonly JsonValue[] | undefined;
}

/** The values of a shape: those of any alternative. */
export interface Alternatives {
  readonly list: readonly Alternative[];
  /** Whether these are all. False: there are too many. */
  readonly isComplete: boolean;
  /** Whether it allows all of them. Branches of a `oneOf` that overlap exclude some. */
  readonly isExact: boolean;
}

const most = 200;
const known = new WeakMap<Shape, Alternatives>();

/** Multiplies out the branches of a shape, and divides them by type. */
export function alternativesOf(shape: Shape): Alternatives {
  const found = known.get(shape) ?? readAlternatives(shape);
  known.set(shape, found);
  return found;
}

function readAlternatives(shape: Shape): Alternatives {
  if (shape.isNever) return { list: [], isComplete: true, isExact: true };
  const variants = shape.variants(most);
  const unions = variants
    .flatMap((each) => each.unions)
    .filter(({ keyword }) => keyword === "oneOf");
  const distinct = new Map(unions.map(({ branches, pointer }) => [pointer, branches]));
  const isComplete = variants.length < most;
  const isExact = isComplete && [...distinct.values()].every((each) => areApart(shape, each));
  return { list: variants.flatMap(byType), isComplete, isExact };
}

function byType(shape: Shape): Alternative[] {
  const { types } = shape;
  return types.flatMap((type) => {
    if (type === "integer" && types.includes("number")) return [];
    const few = { boolean: [true, false], null: [null] }[String(type)];
    const values = shape.values?.filter((value) => hasType(value, type)) ?? few;
    return values?.length === 0 ? [] : [{ type, shape, values }];
  });
}

/** Whether all of its values are integers. */
export function isWhole({ shape, type }: Alternative): boolean {
  return type === "integer" || shape.keywordValues("multipleOf").some(Number.isInteger);
}

function hasType(value: JsonValue, type: SchemaType): boolean {
  if (value === null) return type === "null";
  if (Array.isArray(value)) return type === "array";
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}

/** Whether no value of a shape matches two of its branches, by their types, values and tags. */
function areApart(shape: Shape, branches: readonly Shape[]): boolean {
  const all = branches.map(({ locations }) => shape.and(...locations));
  const isOfObjects = all.every(({ types }) => `${types}` === "object");
  return all.every((first, index) =>
    all
      .slice(index + 1)
      .every(
        (second) =>
          (isOfObjects && haveOtherTags(first, second)) ||
          byType(first.and(...second.locations)).length === 0,
      ),
  );
}

/** The required members whose values are listed, by name: they tell the branches of a union. */
const tags = new WeakMap<Shape, ReadonlyMap<string, readonly JsonValue[]>>();

function tagsOf(shape: Shape): ReadonlyMap<string, readonly JsonValue[]> {
  const found =
    tags.get(shape) ??
    new Map(
      [...shape.required].flatMap((name) => {
        const { values } = shape.property(name);
        return values === undefined ? [] : [[name, values] as const];
      }),
    );
  tags.set(shape, found);
  return found;
}

/** Whether two shapes of objects require different constants of one member. */
export function haveOtherTags(first: Shape, second: Shape): boolean {
  const known = tagsOf(second);
  return [...tagsOf(first)].some(([name, values]) => {
    const found = known.get(name);
    return found?.every((value) => !values.some((each) => isEqual(each, value))) ?? false;
  });
}
