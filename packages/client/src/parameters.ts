import type { OperationName } from "./api-error.ts";
import type { WireOperation, WireParameter } from "./operation.ts";
import { refuse, serialize } from "./serialize.ts";

/** An operation of the table, with its name and all its parameters. */
export interface Operation extends WireOperation, OperationName {
  readonly parameters: readonly WireParameter[];
  readonly accept: string;
  /** Whether an answer may be other than text. */
  readonly isBinary: boolean;
}

/** What a call sends, by place and by name on the wire. */
export interface Placed {
  readonly path: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly header: Record<string, string>;
}

/** Adds to an operation of the table what the table leaves out. */
export function completeOperation(operationId: string, wire: WireOperation): Operation {
  const listed = wire.parameters ?? [];
  const plain = [...wire.path.matchAll(/\{([^{}]+)\}/g)].flatMap(([, name]): WireParameter[] =>
    name === undefined || listed.some((each) => each.in === "path" && each.name === name)
      ? []
      : [{ name, in: "path" }],
  );
  const mediaTypes = [...new Set(Object.values(wire.responses).flat())];
  return {
    ...wire,
    operationId,
    parameters: [...plain, ...listed],
    accept: mediaTypes.join(", "),
    isBinary: mediaTypes.some((each) => !/[/+]json|^text\//i.test(each)),
  };
}

/** Sorts the arguments of a method by the place where they travel. */
export function placeArguments(operation: Operation, args: Readonly<Record<string, unknown>>): Placed {
  const placed: Placed = { path: {}, query: {}, header: {} };
  for (const parameter of operation.parameters) {
    const value = args[parameter.argument ?? parameter.name];
    if (parameter.in === "path" || parameter.in === "query") placed[parameter.in][parameter.name] = value;
    else if (isGiven(operation, parameter, value)) {
      const text = serialize(operation, parameter, value);
      const [name, before] =
        parameter.in === "header" ? [parameter.name, ""] : ["Cookie", placed.header["Cookie"]];
      placed.header[name] = before ? `${before}; ${text}` : text;
    }
  }
  return placed;
}

/** Fills a path template. */
export function fillPath(
  operation: Operation,
  template: string,
  values: Readonly<Record<string, unknown>>,
): string {
  return template.replace(/\{([^{}]+)\}/g, (placeholder, name: string) => {
    const parameter = operation.parameters.find((each) => each.in === "path" && each.name === name);
    if (!parameter) return placeholder;
    const text = serialize(operation, parameter, values[name]);
    // A URL parser takes these segments away: the request would go to another resource.
    return ["", ".", ".."].includes(text)
      ? refuse(operation, parameter, 'must not be "", "." or ".."')
      : text;
  });
}

/** The query, without its question mark. */
export function fillQuery(operation: Operation, values: Readonly<Record<string, unknown>>): string {
  return operation.parameters
    .filter((each) => each.in === "query" && isGiven(operation, each, values[each.name]))
    .map((each) => serialize(operation, each, values[each.name]))
    .filter(Boolean)
    .join("&");
}

function isGiven(operation: Operation, parameter: WireParameter, value: unknown): boolean {
  if (value === undefined && parameter.required) refuse(operation, parameter, "is required");
  return value !== undefined;
}
