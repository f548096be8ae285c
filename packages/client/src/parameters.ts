import type { OperationName } from "./api-error.ts";
import type { WireOperation, WireParameter } from "./operation.ts";
import { refuse, serialize } from "./serialize.ts";

/** An operation of the table, with its name and all its parameters. */
export interface Operation extends WireOperation, OperationName {
  readonly parameters: readonly WireParameter[];
  /** The path template in pieces: its fixed parts, and the parameters between them. */
  readonly pieces: readonly (string | WireParameter)[];
  readonly accept: string;
}

/** What a call sends, by place and by name on the wire. */
export interface Placed {
  readonly path: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly header: Record<string, string> | undefined;
}

/** Adds to an operation of the table what the table leaves out. */
export function completeOperation(operationId: string, wire: WireOperation): Operation {
  const listed = wire.parameters ?? [];
  const pieces = wire.path.split(/\{([^{}]+)\}/).map((text, index): string | WireParameter => {
    if (index % 2 === 0) return text;
    return listed.find((each) => each.in === "path" && each.name === text) ?? { name: text, in: "path" };
  });
  const mediaTypes = [...new Set(Object.values(wire.responses).flat())];
  return {
    ...wire,
    operationId,
    pieces,
    parameters: [
      ...pieces.filter((each) => typeof each !== "string"),
      ...listed.filter((each) => each.in !== "path"),
    ],
    accept: mediaTypes.join(", "),
  };
}

/** Sorts the arguments of a method by the place where they travel. */
export function placeArguments(operation: Operation, args: Readonly<Record<string, unknown>>): Placed {
  const path: Record<string, unknown> = {};
  const query: Record<string, unknown> = {};
  let header: Record<string, string> | undefined;
  for (const parameter of operation.parameters) {
    const value = args[parameter.argument ?? parameter.name];
    if (parameter.in === "path") path[parameter.name] = value;
    else if (parameter.in === "query") query[parameter.name] = value;
    else if (isGiven(operation, parameter, value)) {
      const text = serialize(operation, parameter, value);
      const name = parameter.in === "header" ? parameter.name.toLowerCase() : "cookie";
      const before = header?.[name];
      header = { ...header, [name]: before ? `${before}; ${text}` : text };
    }
  }
  return { path, query, header };
}

/** The path with its arguments. */
export function fillPath(operation: Operation, values: Readonly<Record<string, unknown>>): string {
  let path = "";
  for (const piece of operation.pieces) {
    const text = typeof piece === "string" ? piece : serialize(operation, piece, values[piece.name]);
    // A URL parser takes these segments away: the request would go to another resource.
    if (typeof piece !== "string" && /^\.{0,2}$/.test(text))
      refuse(operation, piece, 'must not be "", "." or ".."');
    path += text;
  }
  return path;
}

/** The query, without its question mark. */
export function fillQuery(operation: Operation, values: Readonly<Record<string, unknown>>): string {
  let query = "";
  for (const parameter of operation.parameters) {
    const value = values[parameter.name];
    if (parameter.in !== "query" || !isGiven(operation, parameter, value)) continue;
    const text = serialize(operation, parameter, value);
    query += query && text ? `&${text}` : text;
  }
  return query;
}

function isGiven(operation: Operation, parameter: WireParameter, value: unknown): boolean {
  const isAbsent = value === undefined || value === null;
  if (isAbsent && parameter.required) refuse(operation, parameter, "is required");
  return !isAbsent;
}
