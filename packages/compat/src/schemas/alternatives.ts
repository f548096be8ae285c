import {
  type Facet,
  facetsOf,
  type JsonObject,
  type JsonValue,
  listedValues,
  partsOf,
  propertyPlaces,
  requiredNames,
  type SchemaPlace,
  type SchemaType,
} from "@workflow-api/contract";

/** Values of one type that schemas allow, with a branch chosen of each `oneOf` and `anyOf`. */
export interface Alternative {
  readonly type: SchemaType;
  /** All of these hold. */
  readonly facets: readonly Facet[];
  /** Its only values. `undefined`: they are not listed. */
  readonly values: readonly JsonValue[] | undefined;
}

/** What schemas allow together: what any of the alternatives allows. */
export interface Alternatives {
  readonly list: readonly Alternative[];
  /** Otherwise they allow only some of that, since branches of a `oneOf` overlap. */
  readonly isExact: boolean;
}

const most = 200;
const types: readonly SchemaType[] = [
  "string",
  "number",
  "integer",
  "boolean",
  "null",
  "object",
  "array",
];

/** Multiplies out the branches of schemas, and divides them by type. */
export function alternativesOf(document: JsonObject, places: readonly SchemaPlace[]): Alternatives {
  let isExact = true;
  if (places.some(({ schema }) => schema === false)) return { list: [], isExact };
  const expand = (start: readonly SchemaPlace[]): Facet[][] => {
    const facets = facetsOf(document, start);
    const choices = facets.flatMap((facet) =>
      (["oneOf", "anyOf"] as const).flatMap((keyword) => {
        const branches = partsOf(facet, keyword);
        return branches.length > 0 ? [{ keyword, branches }] : [];
      }),
    );
    return choices.reduce<Facet[][]>(
      (lists, { branches, keyword }) => {
        const expanded = branches.map((branch) => expand([branch]));
        isExact &&= keyword === "anyOf" || areApart(document, expanded);
        const all = lists.flatMap((list) =>
          expanded.flat().map((own) => [...new Set([...list, ...own])]),
        );
        isExact &&= all.length <= most;
        return all.slice(0, most);
      },
      [facets],
    );
  };
  const list = expand(places).flatMap(byType);
  return { list, isExact };
}

function byType(facets: readonly Facet[]): Alternative[] {
  const allowed = types.filter((type) => facets.every(({ schema }) => isAllowed(type, schema)));
  const listed = listedValues(facets);
  const isWhole = facets.some(({ schema: { multipleOf } }) => Number.isInteger(multipleOf));
  return allowed.flatMap((type) => {
    if (type === "integer" && allowed.includes("number")) return [];
    const few = { boolean: [true, false], null: [null] }[String(type)];
    const values = listed?.filter((value) => isOfType(value, type)) ?? few;
    const own = type === "number" && isWhole ? "integer" : type;
    return values?.length === 0 ? [] : [{ type: own, facets, values }];
  });
}

function isAllowed(type: SchemaType, { type: stated }: JsonObject): boolean {
  const list = stated === undefined ? types : [stated].flat();
  return list.includes(type) || (type === "integer" && list.includes("number"));
}

function isOfType(value: JsonValue, type: SchemaType): boolean {
  if (value === null) return type === "null";
  if (Array.isArray(value)) return type === "array";
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}

/** Whether no value can match two of these branches: by type, or by a member that tells them. */
function areApart(document: JsonObject, branches: readonly (readonly Facet[][])[]): boolean {
  const lists = branches.map((branch) => branch.flatMap(byType));
  return lists.every((list, index) =>
    lists
      .slice(index + 1)
      .every((other) =>
        list.every((one) => other.every((each) => haveNoneInCommon(document, one, each, 0))),
      ),
  );
}

function haveNoneInCommon(
  document: JsonObject,
  one: Alternative,
  other: Alternative,
  depth: number,
): boolean {
  const areNumbers = [one.type, other.type].every((type) => /number|integer/.test(type));
  if (one.type !== other.type && !areNumbers) return true;
  if (one.values !== undefined && other.values !== undefined) {
    const known = new Set(other.values.map((value) => JSON.stringify(value)));
    return !one.values.some((value) => known.has(JSON.stringify(value)));
  }
  if (one.type !== "object" || depth > 3) return false;
  const required = requiredNames(other.facets);
  const shared = [...requiredNames(one.facets)].filter((name) => required.has(name));
  const memberOf = ({ facets }: Alternative, name: string): readonly Alternative[] =>
    alternativesOf(document, propertyPlaces(facets, name)).list;
  return shared.some((name) =>
    memberOf(one, name).every((mine) =>
      memberOf(other, name).every((each) => haveNoneInCommon(document, mine, each, depth + 1)),
    ),
  );
}
