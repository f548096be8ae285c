import { type Contract, facetsOf, listedValues, type Parameter } from "@workflow-api/contract";
import { type ClientDesign, isSameHeader, type Setting } from "@workflow-api/contract/calls";

/** What an option of the factory can be that fills a header. */
export interface SettingTexts {
  /** Its type in source text. */
  readonly type: string;
  /** What it matches. `undefined`: any text that can stand in a header. */
  readonly pattern: string | undefined;
}

/** The texts of the header of a setting, as far as all operations that take it say the same. */
export function settingTexts({ contract }: ClientDesign, { parameter }: Setting): SettingTexts {
  const headers = contract.operations.flatMap(({ parameters }) =>
    parameters.filter((each) => isSameHeader(each, parameter)),
  );
  const listed = headers.map((header) => textsOf(contract, header));
  const texts = [...new Set(listed.flat())].filter((text) => text !== undefined);
  if (!listed.includes(undefined) && texts.length > 0) {
    return {
      type: texts.map((text) => JSON.stringify(text)).join(" | "),
      pattern: `^(?:${texts.map(escaped).join("|")})$`,
    };
  }
  const [pattern, ...others] = new Set(headers.map((header) => patternOf(contract, header)));
  return { type: "string", pattern: pattern && others.length === 0 ? inHeader(pattern) : undefined };
}

/** The texts of a parameter that lists its values. */
function textsOf(contract: Contract, parameter: Parameter): string[] | undefined {
  const values = listedValues(contract, [parameter])?.filter(
    (value) => /string|number|boolean/.test(typeof value) && parameter.accepts(value),
  );
  return values?.map(String);
}

function patternOf(contract: Contract, parameter: Parameter): string | undefined {
  const patterns = facetsOf(contract, [parameter]).map(({ schema: { pattern } }) => pattern);
  return patterns.find((pattern) => typeof pattern === "string");
}

// From its beginning to its end, and of nothing but letters, digits and hyphens.
const PLAIN = /^\^(?:\[[\w-]+\]|[\w-]|\{\d+(?:,\d*)?\}|[+*?])+\$$/;

/** A pattern that matches nothing but what can stand in a header. */
function inHeader(pattern: string): string {
  return PLAIN.test(pattern) ? pattern : `^(?=[ -~]+$).*?(?:${pattern})`;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
