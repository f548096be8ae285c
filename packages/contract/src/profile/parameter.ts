import { isEqual, isObject, type JsonObject, type JsonSchema, type JsonValue } from "../json.ts";
import {
  addProblem,
  among,
  type DocumentNode,
  list,
  notSupported,
  objectOf,
  record,
  valueText,
} from "./kind.ts";
import { withNamedExample } from "./normalize.ts";
import { orReference, targetOf } from "./references.ts";
import { annotation, any, flag, is, matches, name, schema, text } from "./schema.ts";
import { filtered, keep } from "./source-pointers.ts";

// Parameters of requests, and headers of responses.

const bodyPointer = is<string>(
  matches(/^\//),
  "a JSON Pointer into the body, such as /data/author",
);

/** A named example. */
export const example = objectOf({ value: any }, { summary: text, description: text });
/** Examples by their names. */
export const examples = record("example", orReference("examples", example));

const optional = {
  description: text,
  required: flag,
  deprecated: flag,
  explode: flag,
  example: any,
  examples,
};
/** A header of a response. */
export const header = objectOf(
  { schema },
  { ...optional, style: among(["simple"]) },
  { prepare: withNamedExample, rewrite: withoutNull },
);
/** A parameter. */
export const parameter = objectOf(
  { name, in: among(["path", "query", "header"]), schema },
  {
    ...optional,
    style: text,
    allowEmptyValue: annotation,
    allowReserved: annotation,
    "x-includes": record("include", bodyPointer),
    "x-identifies": bodyPointer,
  },
  {
    named: ["parameter", "name"],
    prepare: withNamedExample,
    rewrite: (value, node) => {
      checkPlace(node, value);
      return withoutNull(value, node);
    },
  },
);
const allParameters = list("parameter", orReference("parameters", parameter));
/** The parameters of an operation or a path. */
export const parameters: typeof allParameters = (node) =>
  filtered(allParameters(node), node, (each) => !isIgnored(each, node));

/** The only supported style of each place. */
const styles: Readonly<Record<string, string>> = {
  path: "simple",
  query: "form",
  header: "simple",
};

/** The places of the extensions. */
const homes = { "x-includes": "query", "x-identifies": "path" } as const;

/** Checks what a parameter may be in its place. */
function checkPlace(node: DocumentNode, value: JsonObject): void {
  const { in: place, name, required, style } = value;
  const expected = styles[String(place)];
  if (style !== undefined && expected !== undefined && style !== expected) {
    const advice =
      style === "deepObject" ? "use one query parameter for each member" : `use ${expected}`;
    addProblem(node, `has style ${valueText(style)}, ${notSupported(advice)}`, "style");
  }
  if (place === "path" && required !== true)
    addProblem(node, "is in the path and not required: write required: true", "required");
  for (const [field, home] of Object.entries(homes))
    if (value[field] !== undefined && place !== home)
      addProblem(
        node,
        `has ${field} and is not in the ${home}: write it on a ${home} parameter`,
        field,
      );
  const problem = place === "header" ? headerProblem(name ?? "") : undefined;
  if (problem !== undefined) addProblem(node, problem, "name");
}

/** What is wrong with the name of a header (RFC 9110, 5.6.2). */
export function headerProblem(name: JsonValue): string | undefined {
  return matches(/^[\w!#$%&'*+.^`|~-]+$/)(name)
    ? undefined
    : "is not a name that a header can have: use letters, digits and hyphens";
}

/** How the keywords that list values express null. */
const nulls: Readonly<Record<string, JsonValue>> = {
  type: "null",
  enum: null,
  anyOf: { type: "null" },
  oneOf: { type: "null" },
};

/** A parameter or a header without null in its schema: null has no text, and is never sent. */
function withoutNull<T extends { readonly schema: JsonSchema }>(holder: T, node: DocumentNode): T {
  if (!isObject(holder.schema)) return holder;
  const hasAllOf = holder.schema["allOf"] !== undefined;
  const entries = Object.entries(holder.schema).map(([keyword, member]) => {
    const items = Array.isArray(member) && Object.hasOwn(nulls, keyword) ? member : [];
    const kept = [...items.entries()].filter(([, item]) => !isEqual(item, nulls[keyword]));
    if (kept.length === items.length) return [keyword, member] as const;
    // A single branch is no choice.
    const isOnly = keyword.endsWith("Of") && kept.length === 1 && !hasAllOf;
    const name = isOnly ? "allOf" : keyword;
    for (const [now, [index]] of kept.entries())
      keep(node, ["schema", name, now], ["schema", keyword, index]);
    return [name, kept.map(([, value]) => value)] as const;
  });
  const schema = entries.filter(([keyword, member]) => keyword !== "default" || member !== null);
  return { ...holder, schema: Object.fromEntries(schema) };
}

/** Whether OpenAPI ignores a parameter, because content and security state it. */
function isIgnored(parameter: JsonObject, { context }: DocumentNode): boolean {
  const { in: place, name } = targetOf(context.document, parameter) ?? parameter;
  return place === "header" && /^(accept|authorization|content-type)$/i.test(String(name));
}
