import { appendPointer, isObject, type JsonValue, valueAt } from "../json.ts";
import { locations } from "../wire/locations.ts";
import { undeclaredScheme } from "./contract-error.ts";
import {
  addProblem,
  among,
  type DocumentNode,
  type Kind,
  leaf,
  list,
  notSupported,
  objectOf,
  record,
  type UnlocatedProblem,
  valueText,
} from "./kind.ts";
import { asBearer } from "./normalize.ts";
import { matches, name, text } from "./schema.ts";
import { filtered } from "./source-pointers.ts";

// How a client authenticates: security schemes, and the requirements that name them.

/** An API key: its header, query parameter or cookie. */
export const apiKey = objectOf(
  { type: among(["apiKey"]), in: among(["header", "query", "cookie"]), name },
  { description: text },
  {
    rewrite: (value, node) => {
      const problem = locations[value.in]?.nameProblem(value.name);
      if (problem !== undefined) addProblem(node, problem, "name");
      return value;
    },
  },
);
const otherSchemes = "use bearer or basic, or an apiKey";
/** Bearer and basic authentication. */
export const http = objectOf(
  {
    type: among(["http"]),
    scheme: leaf<string>((value) =>
      matches(/^(bearer|basic)$/i)(value)
        ? undefined
        : `is ${valueText(value)}, ${notSupported(otherSchemes)}`,
    ),
  },
  { bearerFormat: text, description: text },
);
type SecuritySchemeObject = ReturnType<typeof apiKey> | ReturnType<typeof http>;
/** A security scheme. OAuth 2 and OpenID Connect are read as bearer tokens. */
export const securityScheme: Kind<SecuritySchemeObject> = (node) => {
  const { type } = isObject(node.value) ? node.value : {};
  if (type === "apiKey") return apiKey(node);
  if (type === undefined || /^(http|oauth2|openIdConnect)$/.test(String(type)))
    return http(asBearer(node));
  const advice = "use apiKey, or http with the scheme bearer or basic";
  addProblem(node, `has type ${valueText(type)}, ${notSupported(advice)}`, "type");
  return {} as SecuritySchemeObject;
};

const scopes = record("scopes", list("scope", text));
/** The scopes of the security schemes that are sent together. */
const requirement: typeof scopes = (node) => {
  const read = scopes(node);
  for (const name of Object.keys(read))
    node.context.needs.set(appendPointer(node.pointer, name), pointerOfScheme(name));
  return read;
};

const requirements = list("security", requirement);
/**
 * Without what needs an unsupported security scheme, if another requirement does not. A scheme that
 * is not declared leaves open which credentials are right: none are checked.
 */
export const security: typeof requirements = (node) => {
  const items: readonly JsonValue[] = Array.isArray(node.value) ? node.value : [];
  const undeclared = items.flatMap((each, index) =>
    schemeNames(each)
      .filter((name) => valueAt(node.context.document, pointerOfScheme(name)) === undefined)
      .map((name) => ({ name, index })),
  );
  for (const { index, name } of undeclared) reportUndeclared(node, index, name);
  if (undeclared.length > 0) return [];
  const isUsable = (each: JsonValue): boolean =>
    schemeNames(each).every((name) => !isUnsupported(node, name));
  if (!items.some(isUsable)) return requirements(node);
  return requirements({ ...node, value: filtered(items, node, isUsable) });
};

function reportUndeclared(node: DocumentNode, index: number, name: string): void {
  const pointer = appendPointer(node.pointer, index, name);
  const message =
    `security names ${name}, which components/securitySchemes does not have, so that no ` +
    "credentials are checked: add it";
  node.context.problems.push({ message, pointer, kind: undeclaredScheme, isTolerated: true });
}

function schemeNames(requirement: JsonValue): string[] {
  return Object.keys(isObject(requirement) ? requirement : {});
}

function pointerOfScheme(name: string): string {
  return appendPointer("/components/securitySchemes", name);
}

/** Whether a security scheme is declared, and none of the profile. */
function isUnsupported({ context, schemaDepth }: DocumentNode, name: string): boolean {
  const problems: UnlocatedProblem[] = [];
  const pointer = pointerOfScheme(name);
  const value = valueAt(context.document, pointer);
  if (value === undefined) return false;
  securityScheme({ context: { ...context, problems }, value, pointer, label: name, schemaDepth });
  return problems.length > 0;
}
