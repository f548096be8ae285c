import { type Operation, type Parameter, serializeParameter } from "@workflow-api/contract";
import type { PrismOperation } from "./prism.ts";

type PrismResponse = PrismOperation["responses"][number];
type PrismHeader = NonNullable<PrismResponse["headers"]>[number];

/**
 * An operation whose response headers are text. Prism 5.16 answers a list or an object as it stands in the example,
 * and throws when it reads it back; what has no example to send is left out.
 */
export function withReadableHeaders(prism: PrismOperation, operation: Operation | undefined): PrismOperation {
  return {
    ...prism,
    responses: prism.responses.map((response) => {
      const declared = operation?.responses.find(({ status }) => status === response.code)?.headers ?? [];
      return {
        ...response,
        headers: (response.headers ?? []).flatMap((header) => readable(header, declared)),
      };
    }),
  };
}

function readable(header: PrismHeader, declared: readonly Parameter[]): PrismHeader[] {
  const parameter = declared.find(({ name }) => name === header.name);
  if (parameter === undefined || parameter.shape === "primitive") return [header];
  if (parameter.sample === undefined) return [];
  const value = serializeParameter(parameter, parameter.sample);
  return [{ ...header, examples: [{ id: header.name, key: "sample", value }] }];
}
