import { readFile } from "node:fs/promises";
import {
  type Contract,
  isObject,
  type JsonValue,
  type Parameter,
  parseParameter,
} from "@workflow-api/contract";
import { type Secrets, variableOf } from "../secrets.ts";
import { UsageError, type VerifyOptions } from "./options.ts";
import type { Run } from "./session.ts";

/**
 * Reads the values of `--values`, `--domain` and `--value`. What names its operation wins; else the last does.
 *
 * @throws {UsageError} The file cannot be read, no operation has such a parameter, or the contract does not allow the value.
 */
export async function readValues(
  contract: Contract,
  { values, valuesFile }: Pick<VerifyOptions, "values" | "valuesFile">,
): Promise<Run["given"]> {
  const parsed = valuesFile === undefined ? {} : await readJsonFile("--values", valuesFile);
  if (!isObject(parsed))
    throw new UsageError(`--values ${valuesFile} must hold a JSON object: { "NAME": value }.`);
  const given: [name: string, read: (parameter: Parameter) => JsonValue][] = [
    ...Object.entries(parsed).map(([name, value = null]): (typeof given)[number] => [name, () => value]),
    ...values.map((pair): (typeof given)[number] => {
      const at = pair.indexOf("=");
      if (at <= 0) throw new UsageError(`--value must be NAME=VALUE, not ${JSON.stringify(pair)}.`);
      return [pair.slice(0, at), (parameter) => readText(contract, parameter, pair.slice(at + 1))];
    }),
  ];
  const byOperation: Run["given"] = ({ operationId, parameters }) => {
    const found = parameters.flatMap((parameter) => {
      // Names of headers have no case (RFC 9110, 5.1), and whoever types a name does not look it up.
      const general = given.filter(([name]) => name.toLowerCase() === parameter.name.toLowerCase());
      const own = given.filter(([name]) => name === `${operationId}.${parameter.name}`);
      const [name, read] = [...general, ...own].at(-1) ?? [];
      return read === undefined ? [] : [{ name, parameter, value: read(parameter) }];
    });
    for (const { name, parameter, value } of found) {
      const [violation] = contract.validate(parameter.pointer, value);
      if (violation === undefined) continue;
      throw new UsageError(
        `The contract does not allow the value given for ${name}: it ${violation.message}.`,
      );
    }
    return new Map(found.map(({ parameter, value }) => [parameter.key, value]));
  };
  for (const operation of contract.operations) byOperation(operation);
  const names = contract.operations.flatMap(({ operationId, parameters }) =>
    parameters.flatMap(({ name }) => [name.toLowerCase(), `${operationId}.${name}`]),
  );
  const unknown = given.find(([name]) => !names.includes(name) && !names.includes(name.toLowerCase()));
  if (unknown === undefined) return byOperation;
  throw new UsageError(
    `No operation has the parameter ${unknown[0]}. There are ${[...new Set(names)].join(", ")}.`,
  );
}

/**
 * Reads the JSON file that an option names.
 *
 * @throws {UsageError} It cannot be read.
 */
export async function readJsonFile(option: string, file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    const reason = error instanceof SyntaxError ? "it is not JSON" : "it does not exist or cannot be opened";
    throw new UsageError(`${option} ${file} cannot be read: ${reason}.`);
  }
}

/** A list is written with commas between its items. */
function readText({ document }: Contract, parameter: Parameter, text: string): JsonValue {
  const items = parameter.isList ? text.split(",").filter((item) => item !== "") : [text];
  const written = items.map((item) => (parameter.in === "header" ? item : encodeURIComponent(item)));
  const isExploded = parameter.in === "query" && parameter.explode;
  return parseParameter(document, parameter, isExploded ? written : [written.join(",")]);
}

/**
 * The secrets of the security schemes that the environment holds.
 *
 * @throws {UsageError} No header can carry one.
 */
export function readSecrets(
  { securitySchemes }: Contract,
  environment: Readonly<Record<string, string | undefined>>,
): Secrets {
  const found = securitySchemes.map((scheme) => {
    const variable = variableOf(scheme);
    const value = environment[variable] ?? "";
    if (/[^\t\x20-\x7e]|^\s|\s$/.test(value))
      throw new UsageError(`${variable} has white space at an end, or a character that no header can carry.`);
    return [scheme.name, value] as const;
  });
  return Object.fromEntries(found.filter(([, value]) => value !== ""));
}
