/**
 * The path of a request in the shape in which Prism reads what the contract means: Prism 5.16 takes the comma of a
 * parameter's segment apart before it looks at the parameter, and leaves one that is percent-encoded to it.
 * @param template The path template of the operation.
 */
export function shapePath(template: string, path: string): string {
  if (!path.includes(",")) return path;
  const parts = template.split("/");
  return path
    .split("/")
    .map((segment, index) => (isParameter(parts[index] ?? "") ? segment.replaceAll(",", "%2C") : segment))
    .join("/");
}

function isParameter(part: string): boolean {
  return part.includes("{") && !part.replaceAll(/\{[^}]*\}/g, "").includes(",");
}
