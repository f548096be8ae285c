import type { OperationName } from "./api-error.ts";
import { type CredentialSource, credentialsOf, readCredentials } from "./credentials.ts";
import { settings, wire } from "./generated/wire.ts";
import { type Limits, limitsOf } from "./limits.ts";
import type { BodyInit, Parameter, WireOperation, WireParameter } from "./operation.ts";
import { checkFunction, refuseOption } from "./options.ts";
import { fillPath, fillQuery } from "./parameters.ts";
import type { CommonOptions } from "./types.ts";

/** An operation, and what the options of a client make of it once and for all. */
export interface Route extends WireOperation, OperationName, Pick<CommonOptions, "fetch" | "logger"> {
  /** Those that the table lists. */
  readonly parameters: readonly Parameter[];
  /** The path: its fixed parts, and the parameters between them. */
  readonly pieces: readonly (string | Parameter)[];
  readonly query: readonly Parameter[];
  /** Where it is served, without a trailing slash. */
  readonly baseUrl: string;
  /** What every request carries, by name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly limits: Limits;
  readonly credentials: CredentialSource;
}

/** Where a request goes that has the arguments of a method. */
export function urlOf({ baseUrl, pieces, query }: Route, args: Values): string {
  return baseUrl + fillPath(pieces, args) + fillQuery(query, args);
}

/** What a request holds. */
export function bodyOf(route: Route, body: unknown): BodyInit | null {
  return (body === undefined ? body : route.body?.write(body, route)) ?? null;
}

type Values = Readonly<Record<string, unknown>>;

/** What a client is made with. */
export type Options = CommonOptions & Values;

/**
 * The routes of all operations.
 *
 * @throws {ConfigurationError} An option cannot work. It is named, and its value is not shown.
 */
export function createRoutes(options: Options): Route[] {
  for (const option of ["fetch", "logger"]) checkFunction(option, options[option] ?? checkFunction);
  const values = readSettings(options);
  const main = readAddress("baseUrl", options.baseUrl);
  const given = readCredentials(options["auth"]);
  return Object.entries(wire).map(([operationId, row]) => {
    const operation = { ...row, operationId };
    const { option = "", otherwise = main, suffix = "" } = row.address ?? {};
    const headers: Record<string, string> = row.accept ? { accept: row.accept } : {};
    for (const name of row.settings ?? []) headers[settings[name]?.header ?? name] = values[name] ?? "";
    const parameters = (row.parameters ?? []).map((each) => parameterOf(each, operation));
    return {
      ...operation,
      fetch: options.fetch,
      logger: options.logger,
      parameters,
      pieces: piecesOf(operation, parameters),
      query: parameters.filter((each) => each.in === "query"),
      baseUrl: readAddress(option, options[option] ?? otherwise) + suffix,
      headers,
      limits: limitsOf(options),
      credentials: credentialsOf(operation, row.security ?? [[]], given),
    };
  });
}

/** The value of each header that the client sends by itself, by its option. */
function readSettings(options: Options): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [option, { pattern = "^[ -~]+$" }] of Object.entries(settings)) {
    const value = options[option];
    if (typeof value !== "string" || !new RegExp(pattern, "u").test(value)) {
      return refuseOption(option, `must match ${pattern}`);
    }
    values[option] = value;
  }
  return values;
}

function readAddress(option: string, value: unknown): string {
  let url = "";
  try {
    url = new URL(String(value)).href;
  } catch {}
  // The parser leaves the marks of an empty query and an empty fragment.
  return /^https?:\/\/[^/@]+\/[^?#]*$/.test(url)
    ? url.replace(/\/+$/, "")
    : refuseOption(option, "must be an http or https address without credentials, query and fragment");
}

/** A parameter of an operation, which may be known by its place in the path alone. */
function parameterOf(parameter: WireParameter, operation: OperationName): Parameter {
  const { name } = parameter;
  return { argument: name, ...parameter, key: encodeURIComponent(name), operation };
}

/** A path template in pieces: its fixed parts, and the parameters between them. */
function piecesOf(
  operation: OperationName,
  parameters: readonly Parameter[],
): readonly (string | Parameter)[] {
  const split = operation.path.split(/\{([^{}]+)\}/);
  return split.map((name, index) => {
    if (index % 2 === 0) return name;
    const listed = parameters.find((each) => each.in === "path" && each.name === name);
    return listed ?? parameterOf({ name, in: "path" }, operation);
  });
}
