import { appendPointer, isObject, type JsonObject, type JsonValue, parsePointer } from "../json.ts";
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
  const name = nameOfExample(node);
  keep(node, ["examples", name, "value"], ["example"]);
  return { ...others, examples: { [name]: { value: example } } } as JsonObject as T;
}

/** An unnamed example of a success gets the name that ties it to the request. */
function nameOfExample({ gathered, pointer }: Node): string {
  const [, kind, name, responses, status] = parsePointer(pointer);
  if (responses === "responses" && status !== undefined)
    return status.startsWith("2") ? "example" : `example_${status.toLowerCase()}`;
  const isSuccess = gathered.successes.has(`#/components/responses/${name}`);
  return kind !== "responses" || isSuccess ? "example" : `example_${name}`;
}

/** A schema with `nullable` (OpenAPI 3.0): null becomes one of its types. */
export function withNull<T extends JsonObject>(schema: T, node: Node): T {
  const { nullable, ...others } = schema;
  if (nullable === undefined) return schema;
  const { enum: values, type } = others;
  const isSimple = !["$ref", "const", "allOf", "anyOf", "oneOf", "not"].some(
    (name) => name in others,
  );
  if (nullable !== true) return others as JsonObject as T;
  if (isSimple) {
    const added = (list: JsonValue, none: null | "null"): JsonValue[] => [
      ...new Set([list, none].flat() as JsonValue[]),
    ];
    return {
      ...others,
      ...(type !== undefined && { type: added(type, "null") }),
      ...(values !== undefined && { enum: added(values, null) }),
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

/** Keeps the original place of what is rewritten. */
export function keep(
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

/** An operation with an id that can name a function. */
export function withOperationId<T extends JsonObject>(operation: T, node: Node): T {
  const stated = String(operation["operationId"] ?? "");
  if (/^[\w.-]+$/.test(stated)) return operation;
  const { operationIds } = node.gathered;
  const [, path = "", method = ""] = parsePointer(node.pointer);
  const own = camelCase(stated);
  const id = unused(/^[a-z]/i.test(own) ? own : camelCase(`${method} ${path}`), operationIds);
  operationIds.add(id);
  if (operation["operationId"] === undefined) keep(node, ["operationId"], []);
  return { ...operation, operationId: id };
}

/** A name with the lowest number that makes it unique. */
export function unused(name: string, taken: ReadonlySet<JsonValue | undefined>): string {
  let own = name;
  for (let count = 2; taken.has(own); count++) own = `${name}${count}`;
  return own;
}

/** A word with a capital letter. */
export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** The words of a text as one name. */
export function camelCase(text: string): string {
  const words = text.normalize("NFKD").match(/[A-Za-z0-9]+/g) ?? [];
  return words.map((word, index) => (index === 0 ? word : capital(word))).join("");
}

/** The headers of a response without Content-Type, which OpenAPI ignores. */
export function withoutContentType<T>(headers: Readonly<Record<string, T>>): Record<string, T> {
  const named = Object.entries(headers).filter(([name]) => name.toLowerCase() !== "content-type");
  return Object.fromEntries(named);
}

/** Responses without the content that no client reads (RFC 9110, 15). */
export function withoutUnread<T extends JsonObject>(
  responses: Readonly<Record<string, T>>,
): Record<string, T> {
  const members = Object.entries(responses).map(([status, response]) => {
    const { content, ...others } = response;
    return [status, /^(204|205|304)$/.test(status) ? others : response];
  });
  return Object.fromEntries(members);
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
    description,
    ...Object.entries(isObject(flows) ? flows : {}).map(([name, flow]) =>
      describeFlow(name, isObject(flow) ? flow : {}),
    ),
    openIdConnectUrl && `OpenID Connect: ${String(openIdConnectUrl)}`,
  ];
  const said = paragraphs.filter(Boolean).join("\n\n");
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
