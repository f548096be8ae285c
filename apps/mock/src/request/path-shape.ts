import type { Operation } from "@workflow-api/contract";

/**
 * The path of a request in the shape in which Prism reads what the contract means. Prism 5.16 takes the comma of a
 * parameter's segment apart before it looks at the parameter, and leaves one that is percent-encoded to it; and it
 * expects commas between the members of an exploded object of the style label.
 */
export function shapePath(operation: Operation | undefined, path: string): string {
  if (operation === undefined) return path;
  const parts = operation.path.split("/");
  return path
    .split("/")
    .map((segment, index) => shapeSegment(operation, parts[index] ?? "", segment))
    .join("/");
}

function shapeSegment({ parameters }: Operation, part: string, segment: string): string {
  const [whole, name] = /^\{([^}]*)\}$/.exec(part) ?? [];
  const parameter = parameters.find((each) => each.in === "path" && each.name === name);
  const hasMembers = parameter?.shape === "object" && parameter.explode;
  if (parameter?.style === "label" && hasMembers)
    return segment.charAt(0) + segment.slice(1).replaceAll(".", "%2C");
  // Between several parameters of one segment, a comma may be the template's own.
  return whole === undefined ? segment : segment.replaceAll(",", "%2C");
}
