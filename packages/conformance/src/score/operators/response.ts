import { isDeepStrictEqual } from "node:util";
import { isObject, type JsonObject, type JsonValue } from "@workflow-api/contract";
import { type Operator, renamed, type Spot } from "./operator.ts";

const statuses = ["200", "201", "202", "204", "400", "401", "403", "404", "409", "422", "500", "default"];

/** Mistakes in responses, and in the content that requests have too. */
export const responseOperators: readonly Operator[] = [
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
    operator: "add-media-type",
    changes: ({ name, value }) => (name === "content" && isObject(value) ? addedMedia(value) : []),
  },
  {
    operator: "add-status",
    changes: ({ name, value }) =>
      name === "responses" && isObject(value) && value["default"] === undefined
        ? added(value, ["203", "424"])
        : [],
  },
  {
    operator: "swap-media-types",
    changes: ({ name, value }) => (name === "content" && isObject(value) ? reversed(value) : []),
  },
  {
    operator: "swap-examples",
    changes: ({ name, value }) =>
      name === "examples" && isObject(value) && !areAlike(value) ? reversed(value) : [],
  },
  { operator: "header", changes: addHeader },
];

/** A required header on a response. */
function addHeader({ name, value }: Spot): JsonValue[] {
  const isResponse =
    isObject(value) && isObject(value["content"]) && typeof value["description"] === "string";
  if (!isResponse || name === "requestBody") return [];
  const added = { "X-Added": { required: true, schema: { type: "integer" }, example: 1 } };
  return [{ ...value, headers: { ...(isObject(value["headers"]) ? value["headers"] : {}), ...added } }];
}

/** The members in the reverse order, which decides what is the default. */
function reversed(value: JsonObject): JsonValue[] {
  const members = Object.entries(value);
  return members.length < 2 ? [] : [Object.fromEntries(members.toReversed())];
}

function areAlike(examples: JsonObject): boolean {
  const [first, ...others] = Object.values(examples).map((example) =>
    isObject(example) ? (example["value"] ?? example) : example,
  );
  return others.every((other) => isDeepStrictEqual(first, other));
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
