import {
  type Contract,
  type JsonValue,
  type Operation,
  type Parameter,
  parameterKey,
  type Scenario,
  type SecurityScheme,
} from "@workflow-api/contract";

/**
 * A piece of a program that sends a scenario's request by the typed client, for people to copy: it builds the client
 * with sample credentials, and calls it.
 * @param url The address of the mock.
 */
export function clientCall(
  contract: Contract,
  operation: Operation,
  scenario: Scenario,
  url: string,
): string {
  const { options, args } = callOf(contract, operation, scenario);
  const way = operation.security.find((schemes) => schemes.every(({ type }) => type !== "mutualTLS")) ?? [];
  const auth = Object.fromEntries(way.map((scheme) => [scheme.key, secretOf(scheme)]));
  const factory = { baseUrl: url, ...options, ...(way.length > 0 && { auth }) };
  return [
    'import { createClient } from "@workflow-api/client";',
    "",
    `const api = createClient(${literal(factory)});`,
    `const answer = await api.${operation.operationId}(${Object.keys(args).length === 0 ? "" : literal(args)});`,
  ].join("\n");
}

/** What a call of the typed client takes: the factory by its options, the method by its arguments. */
export interface CallParts {
  readonly options: Readonly<Record<string, JsonValue>>;
  readonly args: Readonly<Record<string, JsonValue>>;
}

/** The request of a scenario in the words of the typed client. */
export function callOf(
  { operations }: Contract,
  operation: Operation,
  { values, body }: Pick<Scenario, "values" | "body">,
): CallParts {
  const all = operations.flatMap(({ parameters }) => parameters);
  const options: Record<string, JsonValue> = {};
  for (const parameter of all.filter((each) => isSetting(operations, each))) {
    options[optionName(parameter)] ??= parameter.sample ?? "text";
  }
  const args: Record<string, JsonValue> = {};
  for (const parameter of operation.parameters) {
    const value = values.get(parameterKey(parameter));
    if (value === undefined) continue;
    if (isSetting(operations, parameter)) options[optionName(parameter)] = value;
    else args[parameter.name] = value;
  }
  return { options, args: body === undefined ? args : { ...args, body } };
}

/** Headers that are about one request or one resource, whoever sends it. */
const aboutTheRequest = /^(if-|range$|prefer$|idempotency-key$|traceparent$)|(request|correlation)-id$/i;

/**
 * Whether the factory of the client fills a parameter: a required header of most operations, or a component that several
 * paths share.
 */
function isSetting(operations: readonly Operation[], parameter: Parameter): boolean {
  if (parameter.in !== "header" || !parameter.required || aboutTheRequest.test(parameter.name)) return false;
  const key = parameterKey(parameter);
  const holders = operations.filter(({ parameters }) =>
    parameters.some((other) => parameterKey(other) === key),
  );
  const paths = new Set(holders.map(({ path }) => path));
  const isShared = parameter.parameterPointer.startsWith("/components/parameters/") && paths.size > 1;
  return holders.length * 2 > operations.length || isShared;
}

/** `X-Domain` is the option `domain`, `X-Api-Version` is `apiVersion`. */
function optionName({ name }: Parameter): string {
  const [first = "", ...rest] = name
    .replace(/^x-/i, "")
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .split(/[^A-Za-z\d]+/);
  const head = first === first.toUpperCase() ? first.toLowerCase() : first;
  const tail = rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return head.charAt(0).toLowerCase() + head.slice(1) + tail.join("");
}

function secretOf({ scheme }: SecurityScheme): JsonValue {
  return scheme === "basic" ? { username: "user", password: "password" } : "sample";
}

/** An object as a person would write it. */
function literal(object: Readonly<Record<string, JsonValue>>): string {
  const members = Object.entries(object).map(([name, value]) => {
    const key = /^[\p{L}$_][\p{L}\p{N}$_]*$/u.test(name) ? name : JSON.stringify(name);
    const isPlain = typeof value === "object" && value !== null && !Array.isArray(value);
    return `${key}: ${isPlain ? literal({ ...(value as Readonly<Record<string, JsonValue>>) }) : JSON.stringify(value)}`;
  });
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
