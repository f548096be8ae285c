import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import { type Secrets, type ServerData, variableOf } from "@workflow-api/conformance";
import { type Identity, identityKey } from "@workflow-api/conformance/reports";
import {
  type Contract,
  isCredentialName,
  type Operation,
  type Parameter,
  type ParameterValues,
  readText,
  type Scenario,
} from "@workflow-api/contract";
import { UsageError } from "@workflow-api/contract/command-line";
import { isHeaderValue } from "@workflow-api/contract/http";
import { isObject, type JsonValue } from "@workflow-api/contract/json";
import type { VerifyOptions } from "./options.ts";
import type { Baseline } from "./report.ts";
import type { GivenHeader, Run } from "./session.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** A value of `--value`, which a parameter reads. */
interface GivenValue {
  /** As it was typed. */
  readonly name: string;
  readonly text: string;
}

type ValueOptions = Pick<VerifyOptions, "examples" | "values">;

/** By names in lower case: they are matched in any case. */
function givenValues(values: readonly string[]): Map<string, GivenValue> {
  const given = values.map((pair): GivenValue => {
    const [, name, text = ""] = /^([^=]+)=(.*)$/s.exec(pair) ?? [];
    if (name !== undefined) return { name, text };
    throw new UsageError(`--value must be NAME=VALUE, not ${JSON.stringify(pair)}.`);
  });
  return new Map(given.map((each) => [each.name.toLowerCase(), each]));
}

/**
 * Reads the values of `--value`. What names its operation wins; else the last does.
 *
 * @throws {UsageError} No operation has such a parameter, or the contract does not allow the value.
 */
export function readData(contract: Contract, { examples, values }: ValueOptions): ServerData {
  const given = givenValues(values);
  const used = new Set<GivenValue>();
  const read = (operation: Operation, ...prefixes: readonly string[]) => {
    const own = operation.parameters.flatMap((parameter) => {
      const names = prefixes.map((prefix) => `${prefix}${parameter.name}`.toLowerCase());
      const found = names.flatMap((name) => given.get(name) ?? []);
      for (const each of found) used.add(each);
      const last = found.at(-1);
      return last === undefined ? [] : [[parameter.key, valueFor(parameter, last)] as const];
    });
    return new Map(own);
  };
  const found = new Map<Operation | Scenario, ParameterValues>();
  for (const operation of contract.operations) {
    found.set(operation, read(operation, "", `${operation.operationId}.`));
    for (const scenario of operation.scenarios)
      found.set(scenario, read(operation, `${scenario.name}.`));
  }
  const unknown = [...given.values()].find((each) => !used.has(each));
  if (unknown !== undefined)
    throw new UsageError(`No operation of the contract has the parameter ${unknown.name}.`);
  const valuesOf: ServerData["valuesOf"] = (operation, scenario) =>
    found.get(scenario ?? operation) ?? new Map();
  return { hasExamples: examples, valuesOf };
}

function valueFor(parameter: Parameter, { name, text }: GivenValue): JsonValue {
  const { isList, shape } = parameter;
  const value = readText(text, (isList ? shape.items : shape).types, isList);
  const [violation] = shape.violations(value);
  if (violation === undefined) return value;
  throw new UsageError(
    `The contract does not allow the value of ${name}: it ${violation.message}.`,
  );
}

/**
 * The variable that holds the secret of a scheme. `WORKFLOW_` is the prefix that older versions
 * read: it still counts where no variable with `VERIFY_` is set.
 */
export function readVariables(environment: Environment): Run["variableOf"] {
  return (scheme) => {
    const older = variableOf(scheme, "WORKFLOW");
    const isOlder = !environment[variableOf(scheme)] && Boolean(environment[older]);
    return isOlder ? older : variableOf(scheme);
  };
}

/**
 * The secrets of the security schemes that the environment holds.
 *
 * @throws {UsageError} No header can carry one.
 */
export function readSecrets({ securitySchemes }: Contract, environment: Environment): Secrets {
  const nameOf = readVariables(environment);
  const found = securitySchemes.map((each) => {
    const variable = nameOf(each);
    return [each.name, fitForHeader(variable, environment[variable] ?? "")] as const;
  });
  return Object.fromEntries(found.filter(([, value]) => value !== ""));
}

function fitForHeader(name: string, value: string): string {
  if (isHeaderValue(value)) return value;
  throw new UsageError(
    `${name} has white space at an end, or a character that no header can carry.`,
  );
}

/**
 * Reads the values of `--header`. `$NAME` in them stands for a variable of the environment; a
 * credential without one is not shown.
 *
 * @throws {UsageError} One is not `Name: value`, the environment lacks a variable, or the header is
 * that of a secret.
 */
export function readHeaders(
  { securitySchemes }: Contract,
  headers: readonly string[],
  environment: Environment,
): GivenHeader[] {
  return headers.map((text) => {
    const [, written = "", typed] = /^([\w!#$%&'*+.^`|~-]+):\s*(.*?)\s*$/s.exec(text) ?? [];
    if (typed === undefined) throw new UsageError("--header must be 'Name: value'.");
    const name = written.toLowerCase();
    const scheme = securitySchemes.find(({ header }) => header.toLowerCase() === name);
    if (scheme !== undefined)
      throw new UsageError(`${written} has a secret: set ${variableOf(scheme)}, and no --header.`);
    const value = typed.replaceAll(/\$(\w+)/g, (_, variable: string) => {
      const found = environment[variable];
      if (found !== undefined) return found;
      throw new UsageError(`--header ${written}: the environment has no ${variable}.`);
    });
    const isSecret = typed === value && isCredentialName(name);
    const displayed = isSecret ? "(credential)" : typed.replaceAll(/["\\`]/g, "\\$&");
    return { name, value: fitForHeader(`--header ${written}`, value), displayed };
  });
}

/** The certificate of `--cert` with its key. @throws {UsageError} They cannot be read. */
export async function readIdentity({
  cert,
  key,
}: Pick<VerifyOptions, "cert" | "key">): Promise<{ cert: string; key: string } | undefined> {
  if (cert === undefined || key === undefined) return undefined;
  const identity = { cert: await textOfFile("--cert", cert), key: await textOfFile("--key", key) };
  try {
    createSecureContext(identity);
  } catch {
    throw new UsageError("--cert and --key must hold a certificate and its private key, in PEM.");
  }
  return identity;
}

/**
 * The findings in a file that `--write-baseline` has written. @throws {UsageError} There are none.
 */
export async function readBaseline(file: string | undefined): Promise<Baseline> {
  const entries = file === undefined ? [] : await readJsonFile("--baseline", file);
  if (Array.isArray(entries) && entries.every(isIdentity))
    return new Map(entries.map((each) => [identityKey(each), each]));
  throw new UsageError(
    `--baseline ${file} is no list of findings: write one with --write-baseline.`,
  );
}

function isIdentity(entry: unknown): entry is Identity {
  const texts = ["name", "operationId", "part", "keyword"];
  return isObject(entry) && texts.every((each) => typeof entry[each] === "string");
}

async function readJsonFile(option: string, file: string): Promise<unknown> {
  const text = await textOfFile(option, file);
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${option} ${file} cannot be read: it is not JSON.`);
  }
}

async function textOfFile(option: string, file: string): Promise<string> {
  return await readFile(file, "utf8").catch(() => {
    throw new UsageError(
      `${option} ${file} cannot be read: it does not exist or cannot be opened.`,
    );
  });
}
