import {
  appendPointer,
  isEqual,
  isObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  parsePointer,
  pointerOfReference,
  valueAt,
} from "../json.ts";
import { type Node, report } from "./kind.ts";

// Rewrites what has an equivalent in the profile when a document is read, so that no other code
// sees it. The original places are kept for messages.

/** A schema whose `example` is one of its `examples`. */
export function withExamples<T extends JsonObject>(schema: T, node: Node): T {
  const { example, examples, ...others } = schema;
  if (example === undefined) return schema;
  const all = [...(Array.isArray(examples) ? examples : []), example];
  keep(node, ["examples", all.length - 1], ["example"]);
  return { ...others, examples: all } as JsonObject as T;
}

/** A media type, a parameter or a header whose `example` has a name. */
export function withNamedExample<T extends JsonObject>(holder: T, node: Node): T {
  const { example, examples, ...others } = holder;
  if (example === undefined) return holder;
  if (examples !== undefined) report(node, "has example beside examples: keep one", "example");
  keep(node, ["examples", node.example, "value"], ["example"]);
  return { ...others, examples: { [node.example]: { value: example } } } as JsonObject as T;
}

/** A schema with `nullable` (OpenAPI 3.0): null becomes one of its types. */
export function withNull<T extends JsonObject>(schema: T, node: Node): T {
  const { nullable, ...others } = schema;
  if (nullable === undefined) return schema;
  const { enum: values, type } = others;
  const isSimple = !["$ref", "const", "allOf", "anyOf", "oneOf", "not"].some(
    (name) => name in others,
  );
  if (nullable !== true || (isSimple && type === undefined && values === undefined))
    return others as JsonObject as T;
  if (isSimple) {
    const all = (list: JsonValue | undefined, none: null | "null"): JsonValue[] => [
      ...new Set([list ?? [], none].flat() as JsonValue[]),
    ];
    return {
      ...others,
      ...(type !== undefined && { type: all(type, "null") }),
      ...(values !== undefined && { enum: all(values, null) }),
    } as JsonObject as T;
  }
  const { deprecated, description, title, ...own } = others;
  const said = Object.entries({ title, description, deprecated });
  keep(node, ["anyOf", 0], []);
  return {
    ...Object.fromEntries(said.filter(([, value]) => value !== undefined)),
    anyOf: [own, { type: "null" }],
  } as JsonObject as T;
}

/**
 * A reference to a schema outside of the components, rewritten to the component that it becomes.
 * `undefined`: there is none, or it is a component.
 */
export function movedReference({ gathered, value }: Node): string | undefined {
  const reference = String(value);
  if (!reference.startsWith("#/") || /^#\/components\/schemas\/[^/]+$/.test(reference))
    return undefined;
  const { document, moved } = gathered;
  const pointer = pointerOfReference(reference);
  if (valueAt(document, pointer) === undefined) return undefined;
  let name = moved.get(pointer) ?? "";
  if (name === "") {
    const words = parsePointer(pointer).filter(
      (token) => !/^application\/|^(components|content|paths|properties|schemas?)$/.test(token),
    );
    const known = Object.keys(valueAt(document, "/components/schemas") ?? {});
    const taken = new Set([...known, ...moved.values()]);
    name = unused(capital(camelCase(words.join(" "))), taken);
    moved.set(pointer, name);
  }
  return `#/components/schemas/${name}`;
}

/** How the keywords that list values express null. */
const nulls: Readonly<Record<string, JsonValue>> = {
  type: "null",
  enum: null,
  anyOf: { type: "null" },
  oneOf: { type: "null" },
};

/** A parameter or a header without null in its schema: null has no text, and is never sent. */
export function withoutNull<T extends { readonly schema: JsonSchema }>(holder: T, node: Node): T {
  if (!isObject(holder.schema)) return holder;
  const types = referredTypes(holder.schema, node);
  const type = types.filter((each) => each !== "null");
  if (type.length > 0 && type.length < types.length) {
    const { $ref, allOf, ...others } = holder.schema;
    const branches = [allOf ?? [], { $ref }, { type }].flat() as JsonValue[];
    for (const at of [-2, -1]) keep(node, ["schema", "allOf", branches.length + at], ["schema"]);
    return { ...holder, schema: { ...others, allOf: branches } };
  }
  const stating = Object.keys(holder.schema).filter((keyword) => keyword.endsWith("Of"));
  const entries = Object.entries(holder.schema).map(([keyword, stated]) => {
    const isNull = (value: JsonValue): boolean => isEqual(value, nulls[keyword]);
    if (!Object.hasOwn(nulls, keyword) || !Array.isArray(stated) || stated.every(isNull))
      return [keyword, stated] as const;
    const kept = [...stated.entries()].filter(([, value]) => !isNull(value));
    // A single branch is no choice.
    const isOnly = keyword.endsWith("Of") && stating.length === 1 && kept.length === 1;
    const name = isOnly ? "allOf" : keyword;
    for (const [now, [index]] of kept.entries())
      keep(node, ["schema", name, now], ["schema", keyword, index]);
    return [name, kept.map(([, value]) => value)] as const;
  });
  const schema = entries.filter(([keyword, stated]) => keyword !== "default" || stated !== null);
  return { ...holder, schema: Object.fromEntries(schema) };
}

/** The types that a schema states by its `$ref`, with null where it is `nullable`. */
function referredTypes({ $ref: reference }: JsonObject, { gathered }: Node): JsonValue[] {
  if (typeof reference !== "string") return [];
  const target = valueAt(gathered.document, pointerOfReference(reference));
  if (!isObject(target) || target["type"] === undefined) return [];
  return [target["type"], target["nullable"] === true ? "null" : []].flat();
}

function keep(
  { gathered, pointer }: Node,
  now: readonly (string | number)[],
  before: readonly (string | number)[],
): void {
  gathered.written.set(appendPointer(pointer, ...now), appendPointer(pointer, ...before));
}

/** The original place of a part of the document. */
export function writtenAt(written: ReadonlyMap<string, string>, pointer: string): string {
  const tokens = pointer.split("/").slice(1);
  const found = tokens.reduce((above, token) => {
    const at = `${above}/${token}`;
    return written.get(at) ?? at;
  }, "");
  // Of an unnamed example, only the value was written.
  return written.get(`${found}/value`) ?? found;
}

/** Paths whose operations have an id that can name a function. */
export function withOperationIds<P extends Readonly<Record<string, JsonObject>>>(
  paths: P,
  node: Node,
): P {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      isObject(operation) && isMethod(method) ? [{ path, method, operation }] : [],
    ),
  );
  const isName = (id: JsonValue | undefined): boolean => /^[\w.-]+$/.test(String(id ?? ""));
  const taken = new Set(operations.map(({ operation }) => operation["operationId"]));
  const renamed = new Map<JsonValue, JsonObject>();
  for (const { method, operation, path } of operations) {
    const { operationId } = operation;
    if (isName(operationId)) continue;
    const own = camelCase(String(operationId ?? ""));
    const name = /^[a-z]/i.test(own) ? own : camelCase(`${method} ${path}`);
    const id = unused(name, taken);
    taken.add(id);
    renamed.set(operation, { ...operation, operationId: id });
    if (operationId === undefined) keep(node, [path, method, "operationId"], [path, method]);
  }
  const named = Object.entries(paths).map(([path, item]) => {
    const members = Object.entries(item).map(([key, member]) => [
      key,
      renamed.get(member ?? null) ?? member,
    ]);
    return [path, Object.fromEntries(members)];
  });
  return Object.fromEntries(named) as P;
}

/** A method, as the document spells it. */
export type Method = (typeof methods)[number];

const methods = ["get", "post", "put", "patch", "delete"] as const;

/** Whether a member of a path is an operation. */
export function isMethod(name: string): name is Method {
  return methods.some((method) => method === name);
}

/** A name with the lowest number that makes it unique. */
function unused(name: string, taken: ReadonlySet<JsonValue | undefined>): string {
  let own = name;
  for (let count = 2; taken.has(own); count++) own = `${name}${count}`;
  return own;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function camelCase(text: string): string {
  const words = text.normalize("NFKD").match(/[A-Za-z0-9_]+/g) ?? [];
  return words.map((word, index) => (index === 0 ? word : capital(word))).join("");
}

/** Parameters without those that OpenAPI ignores, because content and security state them. */
export function withoutIgnored<T extends JsonObject>(parameters: readonly T[], node: Node): T[] {
  return [...parameters.entries()]
    .filter(([, parameter]) => {
      const target = parameter["$ref"];
      const found =
        typeof target === "string"
          ? valueAt(node.gathered.document, pointerOfReference(target))
          : parameter;
      const { in: place, name } = isObject(found) ? found : {};
      return place !== "header" || !/^(accept|authorization|content-type)$/i.test(String(name));
    })
    .map(([index, parameter], now) => {
      if (now !== index) keep(node, [now], [index]);
      return parameter;
    });
}

/** The headers of a response without Content-Type, which OpenAPI ignores. */
export function withoutContentType<T>(headers: Readonly<Record<string, T>>): Record<string, T> {
  const named = Object.entries(headers).filter(([name]) => name.toLowerCase() !== "content-type");
  return Object.fromEntries(named);
}

/** OAuth 2.0 and OpenID Connect end in a bearer token; their details go into the description. */
export function asBearer(node: Node): Node {
  const { value } = node;
  if (!isObject(value) || (value["type"] !== "oauth2" && value["type"] !== "openIdConnect"))
    return node;
  const { description, flows, openIdConnectUrl, type, ...others } = value;
  if (type === "oauth2" && !isObject(flows)) report(node, "has no flows: add them");
  if (type === "openIdConnect" && typeof openIdConnectUrl !== "string")
    report(node, "has no openIdConnectUrl: add it");
  const paragraphs = [
    description ?? "",
    ...Object.entries(isObject(flows) ? flows : {}).map(([name, flow]) =>
      describeFlow(name, isObject(flow) ? flow : {}),
    ),
    openIdConnectUrl === undefined ? "" : `OpenID Connect: ${String(openIdConnectUrl)}`,
  ];
  const said = paragraphs.filter((paragraph) => paragraph !== "").join("\n\n");
  return { ...node, value: { ...others, type: "http", scheme: "bearer", description: said } };
}

function describeFlow(name: string, flow: JsonObject): string {
  const urls = ["authorizationUrl", "tokenUrl", "refreshUrl"].flatMap((field) =>
    flow[field] === undefined ? [] : [`${field} ${String(flow[field])}`],
  );
  const scopes = isObject(flow["scopes"]) ? Object.entries(flow["scopes"]) : [];
  const lines = scopes.map(([scope, meaning]) => `- \`${scope}\`: ${String(meaning)}`);
  return [`OAuth 2.0, ${[name, ...urls].join(", ")}`, ...lines].join("\n");
}

/** A response whose links are listed in its description: nothing follows them. */
export function withLinks<T extends JsonObject>(response: T, node: Node): T {
  const lines = membersOf(node, "links").map(([name, link]) =>
    lineOf(name, String(link["operationId"] ?? link["operationRef"] ?? ""), link),
  );
  return withWords(response, "Links", lines);
}

/** An operation whose callbacks are listed in its description: nothing calls them. */
export function withCallbacks<T extends JsonObject>(operation: T, node: Node): T {
  const lines = membersOf(node, "callbacks").flatMap(([name, callback]) =>
    Object.entries(callback).flatMap(([url, item]) => linesOfPath(name, ` ${url}`, item)),
  );
  return withWords(operation, "Callbacks", lines);
}

/** A document whose webhooks are listed in its description: nothing calls them. */
export function withWebhooks<T extends { readonly info: JsonObject }>(document: T, node: Node): T {
  const lines = membersOf(node, "webhooks").flatMap(([name, item]) => linesOfPath(name, "", item));
  return { ...document, info: withWords(document.info, "Webhooks", lines) };
}

/** The members of a field, with their references resolved. */
function membersOf({ gathered, value }: Node, field: string): [string, JsonObject][] {
  const members = isObject(value) ? value[field] : undefined;
  return Object.entries(isObject(members) ? members : {}).flatMap(([name, member]) => {
    const reference = isObject(member) ? member["$ref"] : undefined;
    const found =
      typeof reference === "string"
        ? valueAt(gathered.document, pointerOfReference(reference))
        : member;
    return isObject(found) ? [[name, found]] : [];
  });
}

function linesOfPath(name: string, url: string, item: JsonValue | undefined): string[] {
  return Object.entries(isObject(item) ? item : {}).flatMap(([method, operation]) =>
    isMethod(method) && isObject(operation)
      ? [lineOf(name, `${method.toUpperCase()}${url}`, operation)]
      : [],
  );
}

function lineOf(name: string, target: string, { description, summary }: JsonObject): string {
  const said = String(summary ?? description ?? "").replaceAll(/\s+/g, " ");
  return `- \`${name}\`${target && `, \`${target}\``}${said && `: ${said}`}`;
}

function withWords<T extends JsonObject>(part: T, title: string, lines: readonly string[]): T {
  if (lines.length === 0) return part;
  const paragraphs = [part["description"] ?? "", `${title}:\n\n${lines.join("\n")}`];
  return { ...part, description: paragraphs.filter((each) => each !== "").join("\n\n") };
}
