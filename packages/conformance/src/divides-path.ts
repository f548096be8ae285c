import { type JsonValue, type Operation, type Parameter, serializeParameter } from "@workflow-api/contract";

/**
 * Whether a value holds what stands beside its parameter in a segment of the path, as the value `a-b` does in
 * `/{bucket}-{file}`: where it ends is told by no specification, and every router reads it in its own way.
 */
export function dividesPath({ path }: Operation, parameter: Parameter, value: JsonValue): boolean {
  if (parameter.in !== "path") return false;
  const segment = path.split("/").find((each) => each.includes(`{${parameter.name}}`)) ?? "";
  const beside = segment.split(/\{[^{}]*\}/).filter((text) => text !== "");
  if (beside.length === 0) return false;
  const wire = serializeParameter(parameter, value);
  return beside.some((text) => wire.includes(text) || wire.includes(encodeURIComponent(text)));
}
