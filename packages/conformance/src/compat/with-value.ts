import { type JsonValue, type Parameter, serializeParameter } from "@workflow-api/contract";
import type { CaseRequest } from "../case.ts";

/** A request with another value of a parameter; `undefined` if nothing would be left of it. */
export function withValue(
  parameter: Parameter,
  request: CaseRequest,
  values: { readonly before: JsonValue; readonly after: JsonValue },
): CaseRequest | undefined {
  const before = serializeParameter(parameter, values.before);
  const after = serializeParameter(parameter, values.after);
  if (after === "") return undefined;
  const rewritten = (text: string): string => text.replace(before, () => after);
  const headers = Object.entries(request.headers).map(([name, text]) => [name, rewritten(text)]);
  return { ...request, target: rewritten(request.target), headers: Object.fromEntries(headers) };
}
