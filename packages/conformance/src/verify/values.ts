import { readFile } from "node:fs/promises";
import {
  type Contract,
  isObject,
  type JsonValue,
  type Operation,
  parameterKey,
} from "@workflow-api/contract";
import { isAcceptedOnWire } from "../wire.ts";
import { nearest } from "./nearest.ts";
import { UsageError, type VerifyOptions } from "./options.ts";

/** Values for the parameters of a server, by the name of the parameter or `operationId.name`. */
export type GivenValues = Readonly<Record<string, JsonValue>>;

/**
 * Reads the values that were given.
 * @throws {UsageError} A value is none, or no operation has such a parameter.
 */
export async function readValues(
  contract: Contract,
  { values, valuesFile }: Pick<VerifyOptions, "values" | "valuesFile">,
): Promise<GivenValues> {
  const given: Record<string, JsonValue> = valuesFile === undefined ? {} : await fromFile(valuesFile);
  for (const pair of values) {
    const at = pair.indexOf("=");
    if (at <= 0) throw new UsageError(`--value is NAME=VALUE, not ${JSON.stringify(pair)}.`);
    given[pair.slice(0, at)] = pair.slice(at + 1);
  }
  for (const name of Object.keys(given)) {
    if (!contract.operations.some((operation) => valuesOf(operation, { [name]: 0 }).size > 0))
      throw new UsageError(`No operation of the contract has the parameter ${name}${hintAt(contract, name)}`);
  }
  for (const operation of contract.operations) assertAllowed(operation, given);
  return given;
}

function hintAt({ operations }: Contract, unknown: string): string {
  const names = operations.flatMap(({ parameters }) => parameters.map(({ name }) => name));
  const near = nearest(unknown.slice(unknown.lastIndexOf(".") + 1), names);
  return near === undefined ? `; there are ${[...new Set(names)].join(", ")}.` : `: did you mean ${near}?`;
}

/** A value that the contract does not allow would make every request with it malformed. */
function assertAllowed(operation: Operation, given: GivenValues): void {
  const values = valuesOf(operation, given);
  for (const parameter of operation.parameters) {
    const value = values.get(parameterKey(parameter));
    if (value === undefined || isAcceptedOnWire(parameter, value)) continue;
    const [violation] = parameter.validate(value);
    const reason = violation === undefined ? "it cannot be sent" : `it ${violation.message}`;
    throw new UsageError(
      `The contract does not allow the value that is given for ${operation.operationId}.${parameter.name}: ${reason}.`,
    );
  }
}

async function fromFile(file: string): Promise<Record<string, JsonValue>> {
  try {
    const parsed: unknown = JSON.parse(await readFile(file, "utf8"));
    if (isObject(parsed))
      return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, value ?? null]));
  } catch (error) {
    throw new UsageError(
      `--values ${file} cannot be read: ${error instanceof Error ? error.message : error}`,
    );
  }
  throw new UsageError(`--values ${file} is not a JSON object.`);
}

/** The given values of an operation's parameters, by key. What names the operation wins. */
export function valuesOf({ operationId, parameters }: Operation, given: GivenValues): Map<string, JsonValue> {
  const found = new Map<string, JsonValue>();
  for (const parameter of parameters) {
    const { name } = parameter;
    const general = Object.keys(given).find((key) => key.toLowerCase() === name.toLowerCase());
    const value = given[`${operationId}.${name}`] ?? (general === undefined ? undefined : given[general]);
    if (value !== undefined) found.set(parameterKey(parameter), readValue(value, parameter.shape));
  }
  return found;
}

/** A list on the command line is separated by commas. */
function readValue(value: JsonValue, shape: "primitive" | "array" | "object"): JsonValue {
  return shape === "array" && typeof value === "string"
    ? value.split(",").filter((item) => item !== "")
    : value;
}
