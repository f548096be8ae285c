import { readFile } from "node:fs/promises";
import { type Secrets, variableOf } from "@workflow-api/conformance";
import {
  type Contract,
  isObject,
  type JsonValue,
  type Operation,
  type Parameter,
  parseParameter,
} from "@workflow-api/contract";
import { UsageError, type VerifyOptions } from "./options.ts";
import type { Run } from "./session.ts";

/**
 * Reads the values of `--values`, `--domain` and `--value`. What names its operation wins; else the
 * last does.
 *
 * @throws {UsageError} The file cannot be read, no operation has such a parameter, or the contract
 * does not allow the value.
 */
export async function readValues(
  contract: Contract,
  { values, valuesFile }: Pick<VerifyOptions, "values" | "valuesFile">,
): Promise<Run["given"]> {
  const parsed = valuesFile === undefined ? {} : await readJsonFile("--values", valuesFile);
  if (!isObject(parsed))
    throw new UsageError(`--values ${valuesFile} must hold an object: { "NAME": value }.`);
  const given = new Map<string, (parameter: Parameter) => JsonValue>();
  for (const [name, value = null] of Object.entries(parsed)) given.set(name, () => value);
  for (const pair of values) {
    const [, name, text = ""] = /^([^=]+)=(.*)$/s.exec(pair) ?? [];
    if (name === undefined)
      throw new UsageError(`--value must be NAME=VALUE, not ${JSON.stringify(pair)}.`);
    given.set(name, (parameter) => readText(contract, parameter, text));
  }
  const used = new Set<string>();
  const found = contract.operations.map((operation) => {
    const own = operation.parameters.flatMap((parameter) => {
      const names = namesOf(parameter, operation, [...given.keys()]);
      for (const each of names) used.add(each);
      const name = names.at(-1);
      if (name === undefined) return [];
      const value = given.get(name)?.(parameter) ?? null;
      const [violation] = contract.validate(parameter.pointer, value);
      if (violation === undefined) return [[parameter.key, value] as const];
      throw new UsageError(
        `The contract does not allow the value of ${name}: it ${violation.message}.`,
      );
    });
    return [operation.operationId, new Map(own)] as const;
  });
  const unknown = [...given.keys()].find((name) => !used.has(name));
  if (unknown !== undefined)
    throw new UsageError(`No operation of the contract has the parameter ${unknown}.`);
  const byId = new Map(found);
  return ({ operationId }) => byId.get(operationId) ?? new Map();
}

/**
 * The names by which a parameter was given, the best one last. Whoever types a name does not look
 * up its case.
 */
function namesOf(
  { name }: Parameter,
  { operationId }: Operation,
  given: readonly string[],
): string[] {
  const general = given.filter((each) => each.toLowerCase() === name.toLowerCase());
  return [...general, ...given.filter((each) => each === `${operationId}.${name}`)];
}

/** A list is written with commas between its items. */
function readText({ document }: Contract, parameter: Parameter, text: string): JsonValue {
  const items = parameter.isList ? text.split(",").filter((item) => item !== "") : [text];
  const written = items.map((item) =>
    parameter.in === "header" ? item : encodeURIComponent(item),
  );
  const isExploded = parameter.in === "query" && parameter.explode;
  return parseParameter(document, parameter, isExploded ? written : [written.join(",")]);
}

/**
 * The secrets of the security schemes that the environment holds. @throws {UsageError} No header
 * can carry one.
 */
export function readSecrets(
  { securitySchemes }: Contract,
  environment: Readonly<Record<string, string | undefined>>,
): Secrets {
  const found = securitySchemes.map(
    (each) => [each.name, environment[variableOf(each)] ?? ""] as const,
  );
  const wrong = found.find(([, value]) => /[^\t\x20-\x7e]|^\s|\s$/.test(value));
  if (wrong === undefined) return Object.fromEntries(found.filter(([, value]) => value !== ""));
  const variable = variableOf({ name: wrong[0] });
  throw new UsageError(
    `${variable} has white space at an end, or a character that no header can carry.`,
  );
}

/**
 * The fingerprints in a file that `--write-baseline` has written. @throws {UsageError} It is none.
 */
export async function readBaseline(file: string | undefined): Promise<ReadonlySet<string>> {
  const known = file === undefined ? [] : await readJsonFile("--baseline", file);
  if (Array.isArray(known) && known.every((each) => typeof each === "string"))
    return new Set(known);
  throw new UsageError(
    `--baseline ${file} is no list of findings: write one with --write-baseline.`,
  );
}

async function readJsonFile(option: string, file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    const reason =
      error instanceof SyntaxError ? "it is not JSON" : "it does not exist or cannot be opened";
    throw new UsageError(`${option} ${file} cannot be read: ${reason}.`);
  }
}
