import { type OperationName, refuse } from "./errors.ts";
import { copyOf, emptyRecord, type Given } from "./given.ts";
import type { Headers, Operation, SecurityScheme, Server, Setting } from "./operation.ts";
import type { CommonOptions, Limits, SecretFunction } from "./types.ts";

/** The limits of a call, all of them set. */
export type CompleteLimits = Readonly<Record<keyof Limits, number>>;

const DEFAULTS: CompleteLimits = {
  timeout: 30_000,
  retry: 2,
  maxBytes: 2 ** 23,
};
const LIMITS = Object.keys(DEFAULTS) as (keyof Limits)[];

/** The checked options of a client. */
export interface Configuration {
  readonly fetch: CommonOptions["fetch"] | null;
  readonly logger: CommonOptions["logger"] | null;
  readonly fetchOptions: Given;
  readonly limits: CompleteLimits;
  /** By option. */
  readonly baseUrls: ReadonlyMap<string, string>;
  readonly settings: ReadonlyMap<Setting, string>;
  readonly credentials: Credentials;
  /** The headers that no call can set, in lower case. */
  readonly reservedHeaders: ReadonlySet<string>;
}

interface Credentials {
  /** The names of the schemes, as the key of a security requirement. */
  readonly key: string;
  readonly headers: Headers;
  readonly secrets: readonly string[];
  readonly functions: readonly CredentialFunction[];
}

/** A credential that is a function. */
export interface CredentialFunction {
  readonly scheme: SecurityScheme;
  readonly secretOf: SecretFunction<unknown>;
}

/** The checked options of a call, beside those of the client. */
export interface CheckedCallOptions extends CompleteLimits {
  readonly signal: AbortSignal | undefined;
  readonly fetchOptions: Given;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** An operation of a client. */
export interface BoundOperation extends Operation {
  readonly configuration: Configuration;
  readonly argumentNames: readonly string[];
  /** Its path: fixed parts and names of arguments alternate. */
  readonly parts: readonly string[];
  /** The URL before the path. */
  readonly baseUrl: string;
  /** `Accept`, and the settings. */
  readonly headers: Headers;
  /** Undefined: the operation does not accept the credentials of the client. */
  readonly credentials: Credentials | undefined;
}

/**
 * Checks the options of a client. Throws an `ApiError` if one cannot work. No message shows a
 * credential.
 *
 * @param optionNames - The options of the contract, besides those that each client has.
 */
export function configure(
  given: unknown,
  operations: readonly Operation[],
  optionNames: readonly string[],
): Configuration {
  const own = ["auth", "baseUrl", "fetch", "fetchOptions", "logger", ...LIMITS];
  const options = optionsOf(given, [...own, ...optionNames]);
  // Most operations share theirs: they are looked at once.
  const settings = new Set(operations.flatMap((operation) => operation.settings));
  const servers = new Map(operations.map(({ server }) => [server.option, server]));
  const requirements = [...new Set(operations.map(({ security }) => security))].flat();
  const main = baseUrlOf("baseUrl", options["baseUrl"]);
  const urlOf = ({ option, url }: Server): string =>
    baseUrlOf(option, options[option] ?? (url || main));
  return {
    fetch: options["fetch"] as Configuration["fetch"],
    logger: options["logger"] as Configuration["logger"],
    fetchOptions: fetchOptionsOf(options["fetchOptions"]),
    limits: limitsOf(options, DEFAULTS),
    baseUrls: new Map([...servers].map(([option, server]) => [option, urlOf(server)])),
    settings: new Map([...settings].map((setting) => [setting, settingOf(setting, options)])),
    credentials: credentialsOf(copyOf(options["auth"]), requirements),
    reservedHeaders: new Set([
      "accept",
      "authorization",
      ...[...settings, ...requirements.flat()].map(({ header }) => header),
    ]),
  };
}

/** A copy of options. Throws an `ApiError` if one is unknown. */
function optionsOf(given: unknown, names: readonly string[], by?: OperationName): Given {
  const options = copyOf(given);
  for (const option of Object.keys(Object(given)))
    if (!names.includes(option) && options[option] !== undefined) refuse(option, "is unknown", by);
  return options;
}

function settingOf({ option, pattern, problem }: Setting, options: Given): string {
  const value = options[option];
  return typeof value === "string" && pattern.test(value) ? value : refuse(option, problem);
}

function credentialsOf(auth: Given, requirements: Operation["security"]): Credentials {
  const headers = emptyRecord<string>();
  const secrets: string[] = [];
  const functions: CredentialFunction[] = [];
  const names = Object.keys(auth).filter((name) => (auth[name] ?? null) !== null);
  const key = String(names.sort());
  const requirement = requirements.find((each) => keyOf(each) === key);
  for (const scheme of requirement ?? refuseAuth(requirements)) {
    const secret = auth[scheme.name];
    if (typeof secret === "function")
      functions.push({ scheme, secretOf: secret as CredentialFunction["secretOf"] });
    else secrets.push(...sign(headers, scheme, secret));
  }
  return { key, headers, secrets, functions };
}

/** A security requirement as a key: its schemes, in any order. */
function keyOf(requirement: readonly SecurityScheme[]): string {
  return String(requirement.map(({ name }) => name).sort());
}

const ANONYMOUS: Credentials = { key: "", headers: {}, secrets: [], functions: [] };

/** Applies the options of a client to an operation. */
export function bind(operation: Operation, configuration: Configuration): BoundOperation {
  const { accept, parameters, path, security, server } = operation;
  const headers = emptyRecord<string>();
  headers["accept"] = accept;
  for (const setting of operation.settings)
    headers[setting.header] = configuration.settings.get(setting) ?? "";
  const keys = security.map(keyOf);
  const parts = path.split(/[{}]/);
  const pathNames = parts.filter((_, index) => index % 2);
  return {
    ...operation,
    configuration,
    argumentNames: [...pathNames, ...parameters.map(({ argument }) => argument)],
    parts,
    baseUrl: configuration.baseUrls.get(server.option) + server.suffix,
    headers,
    credentials: [configuration.credentials, ANONYMOUS].find(({ key }) => keys.includes(key)),
  };
}

/**
 * Adds a credential to the headers of a request, and returns its parts that must not be shown.
 * Throws an `ApiError` if it cannot be sent.
 */
export function sign(
  headers: Headers,
  { encoding, header, name }: SecurityScheme,
  secret: unknown,
  operation?: OperationName,
): readonly string[] {
  const encoded = encoding.encode(secret);
  if (encoded === undefined) return refuse(`auth.${name}`, encoding.problem, operation);
  headers[header] = encoded.value;
  return encoded.secrets;
}

/** @throws {ApiError} Always: the credentials meet none of these security requirements. */
export function refuseAuth(requirements: Operation["security"], by?: OperationName): never {
  const names = requirements.map((each) => each.map(({ name }) => name).join(" and ") || "nothing");
  return refuse("auth", `takes exactly ${[...new Set(names)].join(", or ")}`, by);
}

/**
 * A base URL without a trailing slash; a path is one on the origin of the page. Throws an
 * `ApiError` if it is not one.
 */
function baseUrlOf(option: string, value: unknown): string {
  const text = String(value);
  const { location }: { location?: { readonly href: string } } = globalThis as object;
  const page = /^\/(?!\/)/.test(text) ? location?.href : undefined;
  let url = "";
  try {
    url = new URL(text, page).href;
  } catch {}
  // The parser keeps the `?` of an empty query and the `#` of an empty fragment.
  if (!/^https?:\/\/[^/?#@]+\/[^?#]*$/.test(url))
    refuse(option, "must be an http(s) URL without credentials, query or fragment");
  return url.replace(/\/+$/, "");
}

/** The limits in the options of a client or of a call, with the defaults of the omitted ones. */
function limitsOf(given: Given, defaults: CompleteLimits, by?: OperationName): CompleteLimits {
  const limits = { ...defaults };
  for (const option of LIMITS) {
    const value = given[option] ?? defaults[option];
    if (typeof value !== "number" || !(value >= 0)) refuse(option, "must be a number from 0", by);
    limits[option] = value;
  }
  return limits;
}

/** Further options of fetch. Throws an `ApiError` if one is decided by the client. */
function fetchOptionsOf(given: unknown, by?: OperationName): Given {
  const options = copyOf(given);
  for (const name of ["body", "headers", "method", "redirect", "signal"])
    if (name in options) refuse(`fetchOptions.${name}`, "is decided by the client", by);
  return options;
}

/** The options of a call, with those of its client. Throws an `ApiError` if one cannot work. */
export function callOptionsOf(given: unknown, operation: BoundOperation): CheckedCallOptions {
  const options = optionsOf(given, [...LIMITS, "fetchOptions", "headers", "signal"], operation);
  const { fetchOptions, limits } = operation.configuration;
  // Only a call itself can ask that what changes something is repeated.
  const isRepeatable = operation.method === "GET" || (options["retry"] ?? null) !== null;
  const defaults = { ...limits, retry: isRepeatable ? limits.retry : 0 };
  const further = fetchOptionsOf(options["fetchOptions"], operation);
  return {
    ...limitsOf(options, defaults, operation),
    signal: (options["signal"] ?? undefined) as AbortSignal | undefined,
    fetchOptions: Object.assign(emptyRecord(), fetchOptions, further),
    headers: headersOf(options["headers"] ?? undefined, operation),
  };
}

function headersOf(given: unknown, operation: BoundOperation): CheckedCallOptions["headers"] {
  if (given === undefined) return [];
  try {
    return [...new globalThis.Headers(given as RequestInit["headers"])];
  } catch {
    return refuse("headers", "must be valid headers", operation);
  }
}
