import type { Parameter } from "@workflow-api/contract";

/** The pattern that a setting must match, as a literal, and what is wrong with others. */
export function settingRule({ description, shape }: Parameter): {
  readonly pattern: string;
  readonly problem: string;
} {
  const values = shape.values?.map(String);
  if (values !== undefined) {
    const escaped = values.map((value) => value.replaceAll(/[$()*+./?[\\\]^{|}]/g, "\\$&"));
    const pattern = literalOf(`^(${escaped.join("|")})$`);
    return { pattern, problem: `must be ${values.join(" or ")}` };
  }
  const pattern = shape.keyword("pattern")?.toString();
  if (shape.keywordValues("format").includes("uuid")) {
    const version = /-([1-8])\[/.exec(pattern ?? "")?.[1];
    const any = "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$";
    const problem = `must be a UUID${version === undefined ? "" : ` of version ${version}`}`;
    return { pattern: literalOf(pattern ?? any), problem };
  }
  if (pattern === undefined)
    return { pattern: literalOf("^[!-~]([ -~]*[!-~])?$"), problem: "must be printable ASCII" };
  const [first = ""] = description.trim().split("\n");
  return { pattern: literalOf(pattern), problem: `must be as the contract says: ${first}` };
}

function literalOf(pattern: string): string {
  try {
    return String(new RegExp(pattern, "u"));
  } catch {
    // Some escapes are valid without the flag only.
    return String(new RegExp(pattern));
  }
}
