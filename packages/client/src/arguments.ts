import { defaultPathSerializer } from "openapi-fetch";
import type { Call } from "./call.ts";
import { own, type Values } from "./options.ts";
import type { Operation } from "./types/operation.ts";

/** The arguments of a method as openapi-fetch takes them. */
export interface Arguments {
  readonly params: Readonly<Record<string, Values>>;
  readonly body: unknown;
}

function refuseArgument(call: Call, argument: string, problem: string): never {
  const what = `cannot be sent: the argument ${argument} ${problem}`;
  throw call.failure("argument", what, { argument });
}

/**
 * Sorts the arguments of a method by location. Throws an `ApiError` if one is unknown or missing.
 *
 * @returns Also what the body of the response must hold, because the call asks for it.
 */
export function argumentsOf(
  call: Call,
  { includes, parameters, required = [] }: Operation,
  args: unknown,
): [Arguments, string] {
  const given = Object.entries(Object(args)).filter(([, value]) => value !== undefined);
  const names = given.map(([argument]) => argument);
  const unknown = names.find((argument) => !Object.hasOwn(parameters, argument));
  if (unknown) refuseArgument(call, unknown, `is unknown: it takes { ${Object.keys(parameters)} }`);
  const missing = required.find((argument) => !names.includes(argument));
  if (missing) refuseArgument(call, missing, "is required");
  const params: Record<string, Record<string, unknown>> = {};
  let included = "";
  for (const [argument, value] of given) {
    const [location = "", name = argument] = `${parameters[argument]}`.split(/\.(.*)/);
    params[location] ??= own();
    params[location][name] = value;
    if (argument === includes?.argument)
      for (const asked of [value].flat()) included += ` ${own(includes.adds)[String(asked)] ?? ""}`;
  }
  return [{ params, body: params["body"]?.["body"] }, included];
}

/** Writes arguments into a path, as openapi-fetch does. None can leave its segment. */
export function writePath(call: Call, url: string, values: Values): string {
  return url.replace(/\{([^{}]+)\}/g, (_, name) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    const segment = defaultPathSerializer("{_}", { _: value });
    // URL parsers remove these segments: the request would go to another resource.
    return /^(\{_\}|\.{0,2})$/.test(segment)
      ? refuseArgument(call, name, 'is required, and must not be "", "." or ".."')
      : segment;
  });
}
