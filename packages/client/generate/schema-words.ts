import { isObject, type JsonObject, type JsonValue } from "@workflow-api/contract";

/** A schema in the words that openapi-typescript reads rightly; it says the same. */
export function inPlainWords(schema: JsonObject): JsonObject {
  return [
    withPlainType,
    withListType,
    withOpenList,
    withOnePart,
    withSeparateChoices,
    withObjectsAsParts,
    withOpenMembers,
  ].reduce((said, change) => change(said), schema);
}

/** A list of one type would be no array among the items of another, and a null no constant. */
function withPlainType(schema: JsonObject): JsonObject {
  const { type, const: value } = schema;
  if (value === null) return { ...schema, type: "null" };
  return Array.isArray(type) && type.length === 1 && type[0] !== undefined
    ? { ...schema, type: type[0] }
    : schema;
}

/** What says something of items alone is a list, as what says something of members alone is an object. */
function withListType(schema: JsonObject): JsonObject {
  const isOfLists = LIST_KEYWORDS.some((keyword) => schema[keyword] !== undefined);
  const isOpen = NO_LIST_KEYWORDS.every((keyword) => schema[keyword] === undefined);
  return isOfLists && isOpen ? { ...schema, type: "array" } : schema;
}

const LIST_KEYWORDS = ["items", "prefixItems"];
const NO_LIST_KEYWORDS = ["type", "properties", "patternProperties", "additionalProperties"];

/** A list that may be shorter than its first items, or go on with others, would be a tuple of just these. */
function withOpenList(schema: JsonObject): JsonObject {
  const { prefixItems, ...rest } = schema;
  const { items, minItems } = rest;
  if (!Array.isArray(prefixItems)) return schema;
  const isWhole = typeof minItems === "number" && minItems >= prefixItems.length && !isObject(items);
  return isWhole
    ? schema
    : { ...rest, items: { anyOf: isObject(items) ? [...prefixItems, items] : prefixItems } };
}

/** A list that is the only part of a schema would be taken for that of which it is an item. */
function withOnePart(schema: JsonObject): JsonObject {
  const [keyword, ...others] = Object.keys(schema);
  const parts = keyword === undefined || others.length > 0 ? undefined : schema[keyword];
  const [part] = Array.isArray(parts) && COMPOSITIONS.some((each) => each === keyword) ? parts : [];
  const isAlone = isObject(part) && Array.isArray(parts) && parts.length === 1 && part["$ref"] === undefined;
  return isAlone ? inPlainWords(part) : schema;
}

const COMPOSITIONS = ["allOf", "anyOf", "oneOf"];

/** Of a schema and its alternatives the types would be one or the other, and both have to hold. */
function withSeparateChoices(schema: JsonObject): JsonObject {
  const { discriminator } = schema;
  const keywords = discriminator === undefined ? ["anyOf", "oneOf"] : [];
  const choices = keywords.filter((keyword) => schema[keyword] !== undefined);
  const others = Object.entries(schema).filter(([keyword]) => !choices.includes(keyword));
  const isAlone = choices.length < 2 && !others.some(([keyword]) => SAYING_TYPES.includes(keyword));
  if (choices.length === 0 || isAlone) return schema;
  const { allOf, ...rest } = Object.fromEntries(others);
  const parts = choices.map((keyword): JsonObject => ({ [keyword]: schema[keyword] }));
  return { ...rest, allOf: [...(Array.isArray(allOf) ? allOf : []), ...parts] };
}

const SAYING_TYPES = ["type", "properties", "additionalProperties", "patternProperties", "allOf", "$ref"];

/** A part that is a truth value is none for openapi-typescript, unless it is a choice. */
function withObjectsAsParts(schema: JsonObject): JsonObject {
  const { allOf } = schema;
  if (!Array.isArray(allOf)) return schema;
  return { ...schema, allOf: allOf.map((part) => (typeof part === "boolean" ? { anyOf: [part] } : part)) };
}

/** What any other member may be: what it says, or in TypeScript also what the declared ones are. */
function withOpenMembers(schema: JsonObject): JsonObject {
  const { properties, patternProperties, additionalProperties: others } = schema;
  const patterns = isObject(patternProperties) ? Object.values(patternProperties) : [];
  const stated = [...(isObject(others) && Object.keys(others).length > 0 ? [others] : []), ...patterns];
  const members = isObject(properties) ? Object.values(properties) : [];
  if (stated.length === 0 || members.length === 0 || others === true) return schema;
  const { patternProperties: _, ...rest } = schema;
  return { ...rest, additionalProperties: { anyOf: [...stated, ...members].map(orAnything) } };
}

function orAnything(schema: JsonValue | undefined): JsonValue {
  return schema ?? true;
}
