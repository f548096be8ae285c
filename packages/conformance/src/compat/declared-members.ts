import {
  appendPointer,
  type Contract,
  isObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  type MediaType,
} from "@workflow-api/contract";

/** Deeper members are not looked at: a schema may hold itself. */
const deepest = 6;

/** In a path of members, what stands for every item and for every member that has no name. */
const any = "[]";

const declared = new WeakMap<MediaType, ReadonlySet<string>>();

/** The members that a body has by its schema; they are asked for with every request. */
export function declaredBy(contract: Contract, media: MediaType): ReadonlySet<string> {
  const found = declared.get(media) ?? declaredMembers(contract, media.schema, media.pointer);
  declared.set(media, found);
  return found;
}

interface Place {
  readonly schema: JsonValue | undefined;
  readonly pointer: string;
  /** The path of the member that the schema is of. */
  readonly path: string;
  readonly depth: number;
}

/**
 * The members that a schema declares, as paths such as `/lines/[]/price`, with brackets for every item. A schema for
 * members without names declares them all.
 */
function declaredMembers(contract: Contract, schema: JsonSchema, pointer: string): ReadonlySet<string> {
  const found = new Set<string>();
  const open: Place[] = [{ schema, pointer, path: "", depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!isObject(next.schema) || next.depth > deepest) continue;
    const { pointer: target, schema: resolved } = contract.resolve(next.schema, next.pointer);
    if (!isObject(resolved)) continue;
    const members = membersOf(resolved, { ...next, pointer: target });
    for (const { path } of members) found.add(path);
    open.push(...members, ...partsOf(resolved, { ...next, pointer: target }));
  }
  return found;
}

/** The schemas of the members and items. */
function membersOf(schema: JsonObject, { depth, path, pointer }: Place): Place[] {
  const { properties } = schema;
  const named = isObject(properties) ? Object.entries(properties) : [];
  const unnamed = ["items", "additionalProperties", "unevaluatedProperties", "patternProperties"];
  return [
    ...named.map(([name, member]) => ({
      schema: member,
      pointer: appendPointer(pointer, "properties", name),
      path: `${path}/${name}`,
      depth: depth + 1,
    })),
    ...unnamed.flatMap((name) => {
      const member = schema[name];
      const at = appendPointer(pointer, name);
      return isObject(member)
        ? [{ schema: member, pointer: at, path: `${path}/${any}`, depth: depth + 1 }]
        : [];
    }),
  ];
}

/** The schemas that say something of the same value. */
function partsOf(schema: JsonObject, { depth, path, pointer }: Place): Place[] {
  const part = (member: JsonValue | undefined, ...tokens: readonly (string | number)[]): Place => ({
    schema: member,
    pointer: appendPointer(pointer, ...tokens),
    path,
    depth: depth + 1,
  });
  const lists = ["allOf", "anyOf", "oneOf"].flatMap((name) => {
    const members = schema[name];
    return Array.isArray(members) ? members.map((member, index) => part(member, name, index)) : [];
  });
  return [...lists, ...["if", "then", "else"].map((name) => part(schema[name], name))];
}

/** The paths of the members that a value has, and that one schema declares by name and the other not at all. */
export function membersLost(
  value: JsonValue,
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): string[] {
  const walk = (part: JsonValue | undefined, path: string): string[] => {
    if (Array.isArray(part)) return part.flatMap((item) => walk(item, `${path}/${any}`));
    if (!isObject(part)) return [];
    return Object.entries(part).flatMap(([name, member]) => {
      const own = `${path}/${name}`;
      const isLost = before.has(own) && !after.has(own) && !after.has(`${path}/${any}`);
      return isLost ? [own] : walk(member, own);
    });
  };
  return walk(value, "");
}
