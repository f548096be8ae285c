import { type OperationName, refuse } from "./errors.ts";
import { copyOf, emptyRecord, type Given } from "./given.ts";
import type { Headers, Operation, SecurityScheme, Server, Setting } from "./operation.ts";
import type { CommonOptions, Limits, SecretFunction } from "./types.ts";

/** The limits of a call, all of them set. */
export type CompleteLimits = Readonly<Record<keyof Limits, number>>;

const DEFAULTS: CompleteLimits = {
  timeout: 30_000,
  attemptTimeout: 0,
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
  readonly baseUrls: ReadonlyMap<Server, string>;
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
  const options = copyOf(given);
  assertKnown(options, [
    "auth",
    "baseUrl",
    "fetch",
    "fetchOptions",
    "logger",
    ...LIMITS,
    ...optionNames,
  ]);
  for (const option of ["fetch", "logger"])
    if (typeof (options[option] ?? configure) !== "function") refuse(option, "must be a function");
  // Most operations share theirs: they are looked at once.
  const settings = new Set(operations.flatMap((operation) => operation.settings));
  const servers = new Set(operations.map(({ server }) => server));
  const requirements = [...new Set(operations.map(({ security }) => security))].flat();
  const main = baseUrlOf("baseUrl", options["baseUrl"]);
  return {
    fetch: options["fetch"] as Configuration["fetch"],
    logger: options["logger"] as Configuration["logger"],
    fetchOptions: fetchOptionsOf(options["fetchOptions"]),
    limits: limitsOf(options, DEFAULTS),
    baseUrls: new Map([...servers].map((server) => [server, serverUrl(server, options, main)])),
    settings: new Map([...settings].map((setting) => [setting, settingOf(setting, options)])),
    credentials: credentialsOf(copyOf(options["auth"]), requirements),
    reservedHeaders: new Set([
      "accept",
      "authorization",
      ...[...settings, ...requirements.flat()].map(({ header }) => header),
    ]),
  };
}

function serverUrl({ option, url, suffix }: Server, options: Given, main: string): string {
  return baseUrlOf(option, options[option] ?? (url || main)) + suffix;
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
    baseUrl: configuration.baseUrls.get(server) ?? "",
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
export function limitsOf(
  given: Given,
  defaults: CompleteLimits,
  by?: OperationName,
): CompleteLimits {
  const limits = { ...defaults };
  for (const option of LIMITS) {
    const value = given[option] ?? defaults[option];
    if (typeof value !== "number" || !(value >= 0)) refuse(option, "must be a number from 0", by);
    limits[option] = value;
  }
  return limits;
}

/** Further options of fetch. Throws an `ApiError` if one is decided by the client. */
export function fetchOptionsOf(given: unknown, by?: OperationName): Given {
  const options = copyOf(given);
  for (const name of ["body", "headers", "method", "redirect", "signal"])
    if (name in options) refuse(`fetchOptions.${name}`, "is decided by the client", by);
  return options;
}

/** The options of a call. Throws an `ApiError` if one is unknown. */
export function callOptionsOf(given: unknown, by: OperationName): Given {
  assertKnown(given, [...LIMITS, "fetchOptions", "headers", "signal"], by);
  return copyOf(given);
}

function assertKnown(given: unknown, names: readonly string[], by?: OperationName): void {
  for (const [option, value] of Object.entries(Object(given)))
    if (!names.includes(option) && value !== undefined) refuse(option, "is unknown", by);
}

/**
 * The headers of a request: those of the client, and those that its call adds. Throws an `ApiError`
 * if the call sets one that the client sends.
 */
export function headersOf(operation: BoundOperation, sent: Headers, added: unknown): Headers {
  const { reservedHeaders } = operation.configuration;
  for (const [name, value] of headerEntries(added, operation)) {
    if (reservedHeaders.has(name) || name in sent)
      refuse("headers", `cannot set ${name}, which the client sends`, operation);
    sent[name] = value;
  }
  return sent;
}

function headerEntries(given: unknown, operation: BoundOperation): [string, string][] {
  try {
    return [...new globalThis.Headers((given ?? undefined) as RequestInit["headers"])];
  } catch {
    return refuse("headers", "must be valid headers", operation);
  }
}
