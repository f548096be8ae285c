import { isObject, type JsonObject, type JsonValue } from "@workflow-api/contract";
import { follow } from "./follow.ts";

/**
 * The ways of authenticating, whatever their schemes are called: neither the order of the ways or of the schemes in one
 * nor their scopes, which travel in no request, can be seen.
 */
export function securityForm(document: JsonObject, security: JsonValue | undefined): JsonValue {
  if (!Array.isArray(security)) return [];
  const components = document["components"];
  const schemes = isObject(components) ? components["securitySchemes"] : undefined;
  const schemeOf = (key: string): JsonValue | undefined =>
    follow(document, isObject(schemes) ? schemes[key] : undefined);
  const ways = security.map((way) => (isObject(way) ? Object.keys(way).map(schemeOf) : []));
  return [...new Set(ways.map((way) => JSON.stringify(way.map(schemeForm).sort())))].sort();
}

/** Where a credential travels, and how it is spelt. Access tokens are bearer tokens, whoever issues them. */
function schemeForm(scheme: JsonValue | undefined): string {
  if (!isObject(scheme)) return "unknown";
  const { type, in: place, name, scheme: kind } = scheme;
  if (type === "apiKey")
    return JSON.stringify([place ?? null, place === "header" ? String(name).toLowerCase() : (name ?? null)]);
  if (type === "http") return JSON.stringify(["http", String(kind).toLowerCase()]);
  return type === "oauth2" || type === "openIdConnect" ? "token" : `unknown ${String(type)}`;
}
