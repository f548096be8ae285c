import type { Operation } from "@workflow-api/contract";
import { segmentParameter } from "./path-style.ts";

/**
 * The path of a request in the shape in which Prism reads what the contract means. Prism 5.16 takes the comma of a
 * parameter's segment apart before it looks at the parameter, and leaves one that is percent-encoded to it; and it
 * expects commas between the members of an exploded object of the style label, and the name of a parameter of the style
 * matrix in lower case. Between exploded values of that style it takes a semicolon for their delimiter though it came
 * percent-encoded, and throws: what looks the same (U+037E) stands for it.
 */
export function shapePath(operation: Operation | undefined, path: string): string {
  if (operation === undefined) return path;
  return path
    .split("/")
    .map((segment, index) => shapeSegment(operation, index, segment))
    .join("/");
}

function shapeSegment(operation: Operation, index: number, segment: string): string {
  const parameter = segmentParameter(operation, index);
  if (parameter === undefined) {
    // Between several parameters of one segment, a comma may be the template's own.
    const part = operation.path.split("/")[index] ?? "";
    return part.includes("{") && !part.includes(",") ? segment.replaceAll(",", "%2C") : segment;
  }
  const hasMembers = parameter.shape === "object" && parameter.explode;
  if (parameter.style === "label" && hasMembers)
    return segment.charAt(0) + segment.slice(1).replaceAll(".", "%2C");
  const shaped = segment.replaceAll(",", "%2C");
  if (parameter.style !== "matrix") return shaped;
  const parted = parameter.explode ? shaped.replaceAll(/%3B/gi, "%CD%BE") : shaped;
  return hasMembers
    ? parted
    : parted.replaceAll(/;[^;=]*=/g, `;${encodeURIComponent(parameter.name.toLowerCase())}=`);
}
