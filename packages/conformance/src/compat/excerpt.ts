import { isObject, type JsonValue } from "@workflow-api/contract";

/** What stands for all that is left out. */
const more = "…";

/** A value up to this many characters is shown whole. */
const glance = 300;

/**
 * As much of a value as shows one place of it: what leads there, and what stands beside it.
 * @param tokens The way to the place, as the tokens of a JSON Pointer.
 */
export function excerptOf(value: JsonValue, [token, ...rest]: readonly string[]): JsonValue {
  if (token === undefined || rest.length === 0 || lengthOf(value) <= glance) return outlineOf(value, token);
  if (Array.isArray(value)) {
    const at = Number(token);
    const before = at > 0 ? [more] : [];
    const after = at < value.length - 1 ? [more] : [];
    return [...before, excerptOf(value[at] ?? null, rest), ...after];
  }
  if (!isObject(value)) return value;
  const others = Object.keys(value).length > 1 ? { [more]: more } : {};
  return { [token]: excerptOf(value[token] ?? null, rest), ...others };
}

/** A value with what is long in it left out, but for one of its members or items. */
function outlineOf(value: JsonValue, kept: string | undefined): JsonValue {
  if (lengthOf(value) <= glance) return value;
  const outlined = (member: JsonValue, name: string): JsonValue =>
    name === kept || lengthOf(member) <= glance / 4 ? member : more;
  if (Array.isArray(value)) return value.map((item, index) => outlined(item, String(index)));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, outlined(member ?? null, name)]);
  return Object.fromEntries(members);
}

function lengthOf(value: JsonValue): number {
  return JSON.stringify(value).length;
}
