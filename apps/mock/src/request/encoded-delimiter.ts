import {
  decodeLeniently,
  type Operation,
  type Parameter,
  type ParsedParameter,
  parseParameter,
  type Violation,
} from "@workflow-api/contract";
import type { Target } from "./read-target.ts";

/** The code of a violation that is a delimiter which came percent-encoded. */
export const encodedDelimiter = "delimiter";

/**
 * What is wrong with a parameter that was sent. A comma that came percent-encoded belongs to a value (RFC 6570, 3.2.1), and is
 * what `URLSearchParams` makes of one between values: if the parameter is right only with its commas taken for those, that is
 * what is wrong. Spaces and pipes cannot stand in an address, so they delimit as they come.
 * @param raw As `parseParameter` takes it.
 * @param judge Says what is wrong with what was read from it.
 */
export function judgeDelimited(
  parameter: Parameter,
  raw: string | undefined,
  judge: (value: ParsedParameter) => readonly Violation[],
): readonly Violation[] {
  const judgeRaw = (text: string | undefined): readonly Violation[] => {
    const value = parseParameter(parameter, text);
    return value === undefined ? [] : judge(value);
  };
  const found = judgeRaw(raw);
  if (found.length === 0 || raw === undefined || !isSplitAtCommas(parameter)) return found;
  const plain = raw.replaceAll(/%2C/gi, ",");
  return plain !== raw && judgeRaw(plain).length === 0 ? [violation] : found;
}

function isSplitAtCommas({ style, explode, shape, mediaType }: Parameter): boolean {
  return style === "form" && !explode && shape !== "primitive" && mediaType === undefined;
}

/**
 * The names of query parameters, in lower case, in whose values commas came percent-encoded: Prism 5.16 splits there, so that
 * it is not asked about them.
 */
export function withEncodedCommas(operation: Operation | undefined, { text }: Target): ReadonlySet<string> {
  if (!/%2C/i.test(text)) return new Set();
  const query = text.split("?", 2)[1];
  const found = (operation?.parameters ?? []).filter(
    (parameter) =>
      parameter.in === "query" &&
      isSplitAtCommas(parameter) &&
      encodedValues(query, parameter.name).some((value) => /%2C/i.test(value)),
  );
  return new Set(found.map(({ name }) => name.toLowerCase()));
}

const violation: Violation = {
  pointer: "",
  keyword: encodedDelimiter,
  message:
    "must be sent with the commas between its values as they are, and not as %2C: a comma that is percent-encoded belongs to a value",
};

/** The values of a query parameter, percent-encoded as they came. */
export function encodedValues(query: string | undefined, name: string): string[] {
  return (query ?? "").split("&").flatMap((pair) => {
    const [key = "", ...value] = pair.split("=");
    return decodeLeniently(key) === name ? [value.join("=")] : [];
  });
}
