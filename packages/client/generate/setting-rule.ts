import type { Parameter } from "@workflow-api/contract";

/** The pattern that a setting must match, and the message if it does not. */
export function settingRule({ description, shape }: Parameter): [pattern: string, problem: string] {
  const listed = shape.values?.map(String);
  if (listed !== undefined) {
    const escaped = listed.map((value) => value.replaceAll(/[^\w ]/g, "\\$&"));
    return [`^(${escaped.join("|")})$`, `must be ${listed.join(" or ")}`];
  }
  const pattern = shape.keyword("pattern")?.toString();
  if (shape.keywordValues("format").includes("uuid")) {
    const version = /-([1-8])\[/.exec(pattern ?? "")?.[1];
    const any = "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$";
    return [
      pattern ?? any,
      `must be a UUID${version === undefined ? "" : ` of version ${version}`}`,
    ];
  }
  if (pattern === undefined) return ["^[!-~]([ -~]*[!-~])?$", "must be printable ASCII"];
  return [pattern, `must be as the contract says: ${description.trim().split("\n")[0]}`];
}
