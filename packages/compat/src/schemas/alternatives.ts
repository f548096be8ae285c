import type { JsonValue, SchemaType, Shape } from "@workflow-api/contract";

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
  /** Whether it allows all of them. Branches of a `oneOf` that overlap exclude some. */
  readonly isExact: boolean;
}

const most = 200;

/** Multiplies out the branches of a shape, and divides them by type. */
export function alternativesOf(shape: Shape): Alternatives {
  if (shape.isNever) return { list: [], isExact: true };
  const variants = shape.variants(most);
  const unions = variants
    .flatMap((each) => each.unions)
    .filter(({ keyword }) => keyword === "oneOf");
  const distinct = new Map(unions.map(({ branches, pointer }) => [pointer, branches]));
  const isExact = variants.length < most && [...distinct.values()].every(areApart);
  return { list: variants.flatMap(byType), isExact };
}

function byType(shape: Shape): Alternative[] {
  const { types } = shape;
  return types.flatMap((type) => {
    if (type === "integer" && types.includes("number")) return [];
    const few = { boolean: [true, false], null: [null] }[String(type)];
    const values = shape.values?.filter((value) => isOfType(value, type)) ?? few;
    return values?.length === 0 ? [] : [{ type, shape, values }];
  });
}

/** Whether all of its values are integers. */
export function isWhole({ shape, type }: Alternative): boolean {
  return type === "integer" || shape.stated("multipleOf").some(Number.isInteger);
}

function isOfType(value: JsonValue, type: SchemaType): boolean {
  if (value === null) return type === "null";
  if (Array.isArray(value)) return type === "array";
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}

/** Whether no value can match two of these branches: by type, or by a distinguishing member. */
function areApart(branches: readonly Shape[]): boolean {
  const lists = branches.map((branch) => alternativesOf(branch).list);
  return lists.every((list, index) =>
    lists.slice(index + 1).every((other) => haveNothingInCommon(list, other, 0)),
  );
}

function haveNothingInCommon(
  list: readonly Alternative[],
  other: readonly Alternative[],
  depth: number,
): boolean {
  return list.every((one) => other.every((each) => excludesAll(one, each, depth)));
}

function excludesAll(one: Alternative, other: Alternative, depth: number): boolean {
  const areNumbers = [one.type, other.type].every((type) => /number|integer/.test(type));
  if (one.type !== other.type && !areNumbers) return true;
  if (one.values !== undefined && other.values !== undefined) {
    const known = new Set(other.values.map((value) => JSON.stringify(value)));
    return !one.values.some((value) => known.has(JSON.stringify(value)));
  }
  if (one.type !== "object" || depth > 3) return false;
  const shared = [...one.shape.required].filter((name) => other.shape.required.has(name));
  return shared.some((name) => {
    const [mine, theirs] = [one, other].map(
      ({ shape }) => alternativesOf(shape.property(name)).list,
    );
    return haveNothingInCommon(mine ?? [], theirs ?? [], depth + 1);
  });
}
