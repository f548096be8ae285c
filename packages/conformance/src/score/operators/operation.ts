import { isObject, type JsonObject, type JsonValue } from "@workflow-api/contract";
import { type Operator, renamed } from "./operator.ts";

/** Mistakes in paths, methods and the security of operations. */
export const operationOperators: readonly Operator[] = [
  {
    operator: "security",
    changes: ({ name, value }) => (name === "security" && Array.isArray(value) ? securities(value) : []),
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
    operator: "deprecate",
    changes: ({ value }) =>
      isObject(value) && (isOperation(value) || isParameter(value)) ? [{ ...value, deprecated: true }] : [],
  },
  {
    operator: "open",
    changes: ({ value }) =>
      isOperation(value) && value["security"] === undefined ? [{ ...value, security: [] }] : [],
  },
];

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
