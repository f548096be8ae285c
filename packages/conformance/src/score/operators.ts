import { isObject, type JsonObject, type JsonValue } from "@workflow-api/contract";

/** A member of a document: its name, its value, and what holds it. */
export interface Spot {
  readonly name: string;
  readonly value: JsonValue;
  readonly parent: JsonValue | undefined;
}

/** A kind of mistake that people make in contracts. */
export interface Operator {
  readonly operator: string;
  /** The values that it puts in place of the member. */
  changes(spot: Spot): Iterable<JsonValue>;
}

const types = ["string", "integer", "number", "boolean", "array", "object"];
const statuses = ["200", "201", "202", "204", "400", "401", "403", "404", "409", "422", "500", "default"];

/** The table of operators. What deletes, empties or renames is an edit of the tree, and not here. */
export const operators: readonly Operator[] = [
  {
    operator: "retype",
    changes: ({ name, value }) =>
      name === "type" && typeof value === "string" && types.includes(value)
        ? [...types.filter((type) => type !== value), [value, "null"]]
        : [],
  },
  {
    operator: "remove-from-required",
    changes: ({ name, value }) => (name === "required" ? eachLess(value) : []),
  },
  {
    operator: "add-to-required",
    changes: ({ name, value, parent }) =>
      name === "required" && Array.isArray(value) ? optional(value, parent) : [],
  },
  {
    operator: "require",
    changes: ({ name, value }) =>
      isSchemaOfObject({ name, value }) && isObject(value) ? requireEach(value) : [],
  },
  { operator: "drop-from-enum", changes: ({ name, value }) => (name === "enum" ? eachLess(value) : []) },
  {
    // A word that is nowhere in the contract, and a spelling of one that is there.
    operator: "add-to-enum",
    changes: ({ name, value }) =>
      name === "enum" && Array.isArray(value) && typeof value[0] === "string"
        ? [
            [...value, "quincunx"],
            [...value, value[0].toUpperCase()],
          ]
        : [],
  },
  {
    operator: "close",
    changes: ({ name, value }) =>
      isSchemaOfObject({ name, value }) && isObject(value) ? [{ ...value, additionalProperties: false }] : [],
  },
  {
    operator: "constrain-string",
    changes: (spot) =>
      constrained(spot, "string", [
        { minLength: 60 },
        { maxLength: 0 },
        { pattern: "^[0-9]+$" },
        { format: "date" },
      ]),
  },
  {
    operator: "constrain-number",
    changes: (spot) =>
      constrained(spot, "integer", [{ minimum: 100_000 }, { maximum: -1 }, { multipleOf: 7 }]),
  },
  {
    operator: "constrain-list",
    changes: (spot) => constrained(spot, "array", [{ minItems: 9 }, { maxItems: 0 }]),
  },
  {
    operator: "bound",
    changes: ({ name, value }) =>
      /^(min|max|exclusive|multipleOf)/.test(name) && typeof value === "number"
        ? [value - 1, value * 2 + 1]
        : [],
  },
  {
    operator: "format",
    changes: ({ name, value }) => (name === "format" && typeof value === "string" ? ["date", "ipv4"] : []),
  },
  {
    operator: "loosen-pattern",
    changes: ({ name, value }) =>
      name === "pattern" && typeof value === "string"
        ? [value.replace(/^\^/, ""), value.replace(/\$$/, ""), "^"]
        : [],
  },
  {
    operator: "place",
    changes: ({ name, value }) =>
      name === "in" && typeof value === "string"
        ? ["query", "header", "cookie"].filter((place) => place !== value)
        : [],
  },
  {
    operator: "style",
    changes: ({ name, value }) =>
      name === "style" && typeof value === "string" ? ["pipeDelimited", "spaceDelimited", "deepObject"] : [],
  },
  {
    operator: "optional",
    changes: ({ name, value }) => (name === "required" && value === true ? [false] : []),
  },
  {
    operator: "security",
    changes: ({ name, value }) => (name === "security" && Array.isArray(value) ? securities(value) : []),
  },
  {
    operator: "status",
    changes: ({ name, value }) => (name === "responses" && isObject(value) ? renamed(value, statuses) : []),
  },
  {
    operator: "media-type",
    changes: ({ name, value }) =>
      name === "content" && isObject(value) ? renamed(value, ["application/json", "text/plain"]) : [],
  },
  {
    operator: "method",
    changes: ({ name, value, parent }) =>
      isObject(parent) && name.startsWith("/") && isObject(value)
        ? renamed(value, ["get", "put", "post", "delete", "patch"], ["get", "put", "post", "delete", "patch"])
        : [],
  },
  {
    operator: "path",
    changes: ({ name, value }) => (name === "paths" && isObject(value) ? segments(value) : []),
  },
  {
    operator: "generalise-path",
    changes: ({ name, value }) => (name === "paths" && isObject(value) ? generalised(value) : []),
  },
  {
    operator: "add-method",
    changes: ({ name, value }) =>
      name.startsWith("/") && isObject(value) ? copiedOperation(value, ["get", "put", "post", "delete"]) : [],
  },
  {
    operator: "add-media-type",
    changes: ({ name, value }) => (name === "content" && isObject(value) ? addedMedia(value) : []),
  },
  {
    operator: "swap-includes",
    changes: ({ name, value }) => (name === "x-includes" && isObject(value) ? swapped(value) : []),
  },
  {
    operator: "add-status",
    changes: ({ name, value }) =>
      name === "responses" && isObject(value) && value["default"] === undefined
        ? added(value, ["203", "424"])
        : [],
  },
  {
    operator: "deprecate",
    changes: ({ value }) =>
      isObject(value) && (isOperation(value) || isParameter(value)) ? [{ ...value, deprecated: true }] : [],
  },
  {
    operator: "open",
    changes: ({ value }) =>
      isOperation(value) && value["security"] === undefined ? [{ ...value, security: [] }] : [],
  },
  {
    operator: "swap-media-types",
    changes: ({ name, value }) => (name === "content" && isObject(value) ? reversed(value) : []),
  },
  {
    operator: "swap-examples",
    changes: ({ name, value }) => (name === "examples" && isObject(value) ? reversed(value) : []),
  },
  { operator: "header", changes: (spot) => addHeader(spot) },
  {
    operator: "parameter",
    changes: ({ name, value }) => (name === "parameters" && Array.isArray(value) ? addParameter(value) : []),
  },
];

function eachLess(value: JsonValue): JsonValue[] {
  return Array.isArray(value) ? value.map((_, index) => value.toSpliced(index, 1)) : [];
}

function optional(required: readonly JsonValue[], parent: JsonValue | undefined): JsonValue[] {
  const properties =
    isObject(parent) && isObject(parent["properties"]) ? Object.keys(parent["properties"]) : [];
  return [...properties.filter((name) => !required.includes(name)), "another_member"].map((name) => [
    ...required,
    name,
  ]);
}

function isSchemaOfObject({ name, value }: Pick<Spot, "name" | "value">): boolean {
  return isObject(value) && value["type"] === "object" && name !== "properties";
}

function requireEach(schema: JsonObject): JsonValue[] {
  const properties = isObject(schema["properties"]) ? Object.keys(schema["properties"]) : [];
  return schema["required"] === undefined ? properties.map((name) => ({ ...schema, required: [name] })) : [];
}

function constrained({ name, value }: Spot, type: string, keywords: readonly JsonObject[]): JsonValue[] {
  if (!isObject(value) || value["type"] !== type || name === "properties") return [];
  return keywords.map((keyword) => ({ ...value, ...keyword }));
}

function securities(ways: readonly JsonValue[]): JsonValue[] {
  const alone = ways.flatMap((way, index) =>
    isObject(way) && Object.keys(way).length > 1
      ? Object.keys(way).map((scheme) => ways.with(index, { [scheme]: way[scheme] ?? [] }))
      : [],
  );
  const split = ways.flatMap((way, index) =>
    isObject(way) && Object.keys(way).length > 1
      ? [ways.toSpliced(index, 1, ...Object.keys(way).map((scheme) => ({ [scheme]: way[scheme] ?? [] })))]
      : [],
  );
  const joined = ways.length > 1 ? [[Object.assign({}, ...ways.filter(isObject))]] : [];
  return [...alone, ...split, ...joined, [...ways, {}]];
}

function renamed(value: JsonObject, names: readonly string[], only?: readonly string[]): JsonValue[] {
  return Object.keys(value)
    .filter((name) => only === undefined || only.includes(name))
    .flatMap((name) =>
      names
        .filter((other) => value[other] === undefined)
        .map((other) =>
          Object.fromEntries(
            Object.entries(value).map(([key, member]) => [key === name ? other : key, member]),
          ),
        ),
    );
}

/** Each segment of each path left out, and changed. */
function segments(paths: JsonObject): JsonValue[] {
  return Object.keys(paths).flatMap((path) => {
    const parts = path.split("/").slice(1);
    const others = parts.flatMap((part, index) => [
      `/${parts.toSpliced(index, 1).join("/")}`,
      ...(part.includes("{") ? [] : [`/${parts.with(index, `${part}_`).join("/")}`]),
    ]);
    return others
      .filter((other) => paths[other] === undefined)
      .map((other) =>
        Object.fromEntries(Object.entries(paths).map(([key, item]) => [key === path ? other : key, item])),
      );
  });
}

/** A required header on a response. */
function addHeader({ name, value }: Spot): JsonValue[] {
  const isResponse =
    isObject(value) && isObject(value["content"]) && typeof value["description"] === "string";
  if (!isResponse || name === "requestBody") return [];
  const added = { "X-Added": { required: true, schema: { type: "integer" }, example: 1 } };
  return [{ ...value, headers: { ...(isObject(value["headers"]) ? value["headers"] : {}), ...added } }];
}

function addParameter(parameters: readonly JsonValue[]): JsonValue[] {
  const schema = { type: "string" };
  return [
    [...parameters, { name: "added", in: "query", required: true, description: "Added.", schema }],
    [...parameters, { name: "X-Added", in: "header", required: true, description: "Added.", schema }],
  ];
}

/** A path with a template in place of each of its words in turn. */
function generalised(paths: JsonObject): JsonValue[] {
  const parameter = {
    name: "anything",
    in: "path",
    required: true,
    description: "Any.",
    schema: { type: "string" },
  };
  return Object.entries(paths).flatMap(([path, item]) =>
    path.split("/").flatMap((part, index, parts) => {
      const other = parts.with(index, "{anything}").join("/");
      if (part === "" || part.includes("{") || !isObject(item) || paths[other] !== undefined) return [];
      const own = Array.isArray(item["parameters"]) ? item["parameters"] : [];
      const general = { ...item, parameters: [...own, parameter] };
      return Object.fromEntries(
        Object.entries(paths).map(([key, each]) => (key === path ? [other, general] : [key, each])),
      );
    }),
  );
}

/** The first operation of a path by another method as well. */
function copiedOperation(item: JsonObject, methods: readonly string[]): JsonValue[] {
  const [method] = methods.filter((name) => isObject(item[name]));
  const operation = method === undefined ? undefined : item[method];
  const [free] = methods.filter((name) => item[name] === undefined);
  if (!isObject(operation) || free === undefined) return [];
  return [{ ...item, [free]: { ...operation, operationId: `${String(operation["operationId"])}Too` } }];
}

function isOperation(value: JsonValue): value is JsonObject {
  return isObject(value) && isObject(value["responses"]);
}

function isParameter(value: JsonObject): boolean {
  return typeof value["in"] === "string" && typeof value["name"] === "string" && value["type"] === undefined;
}

/** The members in the reverse order, which decides what is the default. */
function reversed(value: JsonObject): JsonValue[] {
  const members = Object.entries(value);
  return members.length < 2 ? [] : [Object.fromEntries(members.toReversed())];
}

function added(responses: JsonObject, statuses: readonly string[]): JsonValue[] {
  const free = statuses.filter((status) => responses[status] === undefined);
  return free.map((status) => ({ ...responses, [status]: { description: "Added." } }));
}

function addedMedia(content: JsonObject): JsonValue[] {
  return ["text/html", "text/plain"]
    .filter((name) => content[name] === undefined)
    .map((name) => ({ ...content, [name]: { schema: { type: "string" } } }));
}

/** The pointers of two neighbours exchanged. */
function swapped(includes: JsonObject): JsonValue[] {
  const entries = Object.entries(includes);
  return entries.slice(1).map(([name, pointer], index) => {
    const [other = "", otherPointer] = entries[index] ?? [];
    return { ...includes, [name]: otherPointer, [other]: pointer };
  });
}
