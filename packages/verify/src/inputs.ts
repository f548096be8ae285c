import { readFile } from "node:fs/promises";
import { type Secrets, type ServerData, variableOf } from "@workflow-api/conformance";
import { type Identity, identityKey } from "@workflow-api/conformance/reports";
import { type Contract, isCredentialName, type Parameter, readText } from "@workflow-api/contract";
import { UsageError } from "@workflow-api/contract/command-line";
import { isHeaderValue, readJson } from "@workflow-api/contract/http";
import { isObject, type JsonValue } from "@workflow-api/contract/json";
import type { VerifyOptions } from "./options.ts";
import type { Baseline } from "./reports/report.ts";
import type { RequestHeader } from "./sending/session.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** `WORKFLOW_` is an older prefix: it counts where no variable with `VERIFY_` is set. */
export function withOlderNames(environment: Environment): Environment {
  const renamed = Object.entries(environment).map(([name, value]) => [
    name.replace(/^WORKFLOW_/, "VERIFY_"),
    value,
  ]);
  return { ...Object.fromEntries(renamed), ...environment };
}

/**
 * Reads the values of `--value`. What names its operation wins; else the last does.
 *
 * @throws {UsageError} No operation has such a parameter, or the contract does not allow the value.
 */
export function readData(
  contract: Contract,
  { examples, value }: Pick<VerifyOptions, "examples" | "value">,
): ServerData {
  const parameterValues = value.flatMap((pair) => {
    const [, name, text = ""] = /^([^=]+)=(.*)$/s.exec(pair) ?? [];
    if (name === undefined)
      throw new UsageError(`--value must be NAME=VALUE, not ${JSON.stringify(pair)}.`);
    const found = parametersNamed(contract, name);
    if (found.length === 0)
      throw new UsageError(`No operation of the contract has the parameter ${name}.`);
    return found.map((each) => ({ ...each, value: valueFor(each.parameter, name, text) }));
  });
  const usual = parameterValues.filter(({ isOfOperation }) => !isOfOperation);
  const ordered = [...usual, ...parameterValues.filter(({ isOfOperation }) => isOfOperation)];
  return {
    hasExamples: examples,
    valuesOf: (operation) => {
      const values = ordered.filter((each) => each.operation === operation);
      return new Map(values.map((each) => [each.parameter.key, each.value]));
    },
  };
}

/** The parameters with a name, alone or as OPERATION.NAME, in any case. */
function parametersNamed({ operations }: Contract, name: string) {
  const plainName = name.toLowerCase();
  return operations.flatMap((operation) =>
    operation.parameters.flatMap((parameter) => {
      const isOfOperation =
        plainName === `${operation.operationId}.${parameter.name}`.toLowerCase();
      const isNamed = isOfOperation || plainName === parameter.name.toLowerCase();
      return isNamed ? [{ operation, parameter, isOfOperation }] : [];
    }),
  );
}

function valueFor({ isList, shape }: Parameter, name: string, text: string): JsonValue {
  const value = readText(text, (isList ? shape.items : shape).types, isList);
  const [violation] = shape.violations(value);
  if (violation === undefined) return value;
  throw new UsageError(
    `The contract does not allow the value of ${name}: it ${violation.message}.`,
  );
}

/**
 * The secrets of the security schemes that the environment holds.
 *
 * @throws {UsageError} No header can carry one.
 */
export function readSecrets({ securitySchemes }: Contract, environment: Environment): Secrets {
  const found = securitySchemes.map((each) => {
    const variable = variableOf(each);
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
): RequestHeader[] {
  return headers.map((text) => {
    const [, headerName = "", typed] = /^([\w!#$%&'*+.^`|~-]+):\s*(.*?)\s*$/s.exec(text) ?? [];
    if (typed === undefined) throw new UsageError("--header must be 'Name: value'.");
    const name = headerName.toLowerCase();
    const scheme = securitySchemes.find(({ key }) => key === `header ${name}`);
    if (scheme !== undefined)
      throw new UsageError(
        `${headerName} has a secret: set ${variableOf(scheme)}, and no --header.`,
      );
    const value = typed.replaceAll(/\$(\w+)/g, (_, variable: string) => {
      const found = environment[variable];
      if (found !== undefined) return found;
      throw new UsageError(`--header ${headerName}: the environment has no ${variable}.`);
    });
    const isSecret = typed === value && isCredentialName(name);
    const displayed = isSecret ? "(credential)" : typed.replaceAll(/["\\`]/g, "\\$&");
    return { name, value: fitForHeader(`--header ${headerName}`, value), displayed };
  });
}

/** The findings in a file that `--write-baseline` wrote. @throws {UsageError} There are none. */
export async function readBaseline(file: string | undefined): Promise<Baseline> {
  if (file === undefined) return new Set();
  const read = readJson(await readFile(file, "utf8"));
  if ("value" in read && Array.isArray(read.value) && read.value.every(isIdentity))
    return new Set(read.value.map(identityKey));
  throw new UsageError(
    `--baseline ${file} is no list of findings: write one with --write-baseline.`,
  );
}

function isIdentity(entry: unknown): entry is Identity {
  const texts = ["name", "operationId", "part", "keyword"];
  return isObject(entry) && texts.every((each) => typeof entry[each] === "string");
}
