import { isObject, type JsonObject, type JsonValue } from "@workflow-api/contract";
import type { Operator } from "./operator.ts";

/** Mistakes in parameters and in what a query parameter includes. */
export const parameterOperators: readonly Operator[] = [
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
    operator: "swap-includes",
    changes: ({ name, value }) => (name === "x-includes" && isObject(value) ? swapped(value) : []),
  },
  {
    operator: "parameter",
    changes: ({ name, value }) => (name === "parameters" && Array.isArray(value) ? addParameter(value) : []),
  },
];

function addParameter(parameters: readonly JsonValue[]): JsonValue[] {
  const schema = { type: "string" };
  return [
    [...parameters, { name: "added", in: "query", required: true, description: "Added.", schema }],
    [...parameters, { name: "X-Added", in: "header", required: true, description: "Added.", schema }],
  ];
}

/** The pointers of two neighbours exchanged. */
function swapped(includes: JsonObject): JsonValue[] {
  const entries = Object.entries(includes);
  return entries.slice(1).map(([name, pointer], index) => {
    const [other = "", otherPointer] = entries[index] ?? [];
    return { ...includes, [name]: otherPointer, [other]: pointer };
  });
}
