import { isObject, type JsonObject, type JsonValue } from "@workflow-api/contract";
import { follow } from "./follow.ts";

/**
 * The ways of authenticating, whatever their schemes are called: neither the order of the ways or of the schemes in one
 * nor their scopes, which travel in no request, can be seen. Nor can a way that only asks for more than another.
 */
export function securityForm(document: JsonObject, security: JsonValue | undefined): JsonValue {
  if (!Array.isArray(security)) return [];
  const components = document["components"];
  const schemes = isObject(components) ? components["securitySchemes"] : undefined;
  const schemeOf = (key: string): JsonValue | undefined =>
    follow(document, isObject(schemes) ? schemes[key] : undefined);
  const ways = security.map(
    (way) => new Set(isObject(way) ? Object.keys(way).map((key) => schemeForm(schemeOf(key))) : []),
  );
  // Where nothing need be sent, what is sent is looked at all the same.
  const asksForMore = (way: ReadonlySet<string>): boolean =>
    ways.some((other) => other.size > 0 && other.size < way.size && [...other].every((key) => way.has(key)));
  const needed = ways.filter((way) => !asksForMore(way)).map((way) => JSON.stringify([...way].sort()));
  const told = [...new Set(needed)].sort();
  return told.join() === "[]" ? [] : told;
}

const bearer = "http bearer";

/** Where a credential travels, and how it is spelt. Access tokens are bearer tokens, whoever issues them. */
function schemeForm(scheme: JsonValue | undefined): string {
  if (!isObject(scheme)) return "unknown";
  const { type, in: place, name, scheme: kind } = scheme;
  if (type === "apiKey")
    return JSON.stringify([place ?? null, place === "header" ? String(name).toLowerCase() : (name ?? null)]);
  if (type === "oauth2" || type === "openIdConnect") return bearer;
  return type === "http" ? `http ${String(kind).toLowerCase()}` : `unknown ${String(type)}`;
}
