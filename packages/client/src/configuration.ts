import type { EncodedCredential } from "./credentials.ts";
import { type OperationName, refuse } from "./errors.ts";
import { copyOf, emptyRecord, type Given } from "./given.ts";
import type { Headers, Operation, SecurityScheme, Server } from "./operation.ts";
import type { Limits } from "./types.ts";

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
  readonly options: Given;
  readonly limits: CompleteLimits;
  readonly credentials: readonly Credential[];
  /** The headers that no call can set, in lower case. */
  readonly reservedHeaders: ReadonlySet<string>;
  /** The operations that have been called. */
  readonly bound: Map<Operation, BoundOperation>;
}

/** What the client was given for a security scheme: a secret, or a function that gives it. */
interface Credential {
  readonly scheme: SecurityScheme;
  readonly secret: unknown;
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
  /** The URL before the path. */
  readonly baseUrl: string;
  /** `Accept`, and the settings. */
  readonly headers: Headers;
  readonly credentials: readonly Credential[];
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
  const options = optionsOf(given, [
    ...["auth", "baseUrl", "fetch", "fetchOptions", ...LIMITS],
    ...optionNames,
  ]);
  // Most operations share theirs: they are looked at once.
  const settings = new Set(operations.flatMap((operation) => operation.settings));
  const servers = new Map(operations.map(({ server }) => [server.option, server]));
  const requirements = [...new Set(operations.map(({ security }) => security))].flat();
  baseUrlOf({ option: "baseUrl", url: "", suffix: "" }, options);
  for (const server of servers.values()) baseUrlOf(server, options);
  for (const { option, pattern } of settings) {
    const value = options[option];
    if (typeof value !== "string" || !pattern.test(value)) refuse(option, `must match ${pattern}`);
  }
  fetchOptionsOf(options);
  if (options["fetch"] && typeof options["fetch"] !== "function")
    refuse("fetch", "must be a function");
  return {
    options,
    limits: limitsOf(options, DEFAULTS),
    credentials: credentialsOf(copyOf(options["auth"]), requirements),
    reservedHeaders: new Set([
      "accept",
      "authorization",
      ...[...settings, ...requirements.flat()].map(({ header }) => header),
    ]),
    bound: new Map(),
  };
}

/** A copy of options. Throws an `ApiError` if one is unknown. */
function optionsOf(given: unknown, names: readonly string[], by?: OperationName): Given {
  const options = copyOf(given);
  for (const option of Object.keys(Object(given)))
    if (!names.includes(option) && options[option] !== undefined) refuse(option, "is unknown", by);
  return options;
}

function credentialsOf(auth: Given, requirements: Operation["security"]): Credential[] {
  const names = Object.keys(auth).filter((name) => (auth[name] ?? null) !== null);
  const key = String(names.sort());
  const requirement = requirements.find((schemes) => keyOf(schemes) === key);
  return (requirement ?? refuseAuth(requirements)).map((scheme) => {
    const secret = auth[scheme.name];
    if (typeof secret !== "function") encode(scheme, secret);
    return { scheme, secret };
  });
}

/** A security requirement as a key: its schemes, in any order. */
function keyOf(requirement: readonly SecurityScheme[]): string {
  return String(requirement.map(({ name }) => name).sort());
}

/** @throws {ApiError} Always: the credentials meet none of these security requirements. */
function refuseAuth(requirements: Operation["security"], by?: OperationName): never {
  const names = requirements.map((each) => each.map(({ name }) => name).join(" and ") || "nothing");
  return refuse("auth", `takes exactly ${[...new Set(names)].join(", or ")}`, by);
}

/** How a credential is sent. Throws an `ApiError` if it cannot be. */
export function encode(
  { encoding, name }: SecurityScheme,
  secret: unknown,
  by?: OperationName,
): EncodedCredential {
  return encoding.encode(secret) ?? refuse(`auth.${name}`, encoding.problem, by);
}

/**
 * Applies the options of a client to an operation, at its first call: a contract may have a
 * thousand operations. Throws an `ApiError` if the operation needs other credentials.
 */
export function bind(operation: Operation, configuration: Configuration): BoundOperation {
  const known = configuration.bound.get(operation);
  if (known) return known;
  const { security, server, settings } = operation;
  const { options } = configuration;
  const headers = emptyRecord<string>();
  headers["accept"] = operation.accept;
  for (const { header, option } of settings) headers[header] = String(options[option]);
  const keys = security.map(keyOf);
  const key = keyOf(configuration.credentials.map(({ scheme }) => scheme));
  if (!keys.includes(key) && !keys.includes("")) refuseAuth(security, operation);
  const bound = {
    ...operation,
    configuration,
    baseUrl: baseUrlOf(server, options),
    headers,
    credentials: keys.includes(key) ? configuration.credentials : [],
  };
  configuration.bound.set(operation, bound);
  return bound;
}

/**
 * A base URL without a trailing slash; a path is one on the origin of the page. Throws an
 * `ApiError` if it is not one.
 */
function baseUrlOf({ option, suffix, url: otherwise }: Server, options: Given): string {
  const text = String(options[option] ?? (otherwise || options["baseUrl"]));
  const { location }: { location?: { readonly href: string } } = globalThis as object;
  let url = "";
  try {
    const isPath = /^\/(?!\/)/.test(text);
    // Resolved by the parser, some paths would lead to another host.
    url = new URL(isPath && location ? new URL(location.href).origin + text : text).href;
  } catch {}
  // The parser keeps the `?` of an empty query and the `#` of an empty fragment.
  if (!/^https?:\/\/[^/?#@]+\/[^?#]*$/.test(url))
    refuse(option, "must be an http(s) URL without credentials, query or fragment");
  return url.replace(/\/+$/, "") + suffix;
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
function fetchOptionsOf({ fetchOptions }: Given, by?: OperationName): Given {
  const options = copyOf(fetchOptions);
  for (const name of ["body", "headers", "method", "redirect", "signal"])
    if (name in options) refuse(`fetchOptions.${name}`, "is decided by the client", by);
  return options;
}

/** The options of a call, with those of its client. Throws an `ApiError` if one cannot work. */
export function callOptionsOf(given: unknown, operation: BoundOperation): CheckedCallOptions {
  const call = optionsOf(given, [...LIMITS, "fetchOptions", "headers", "signal"], operation);
  const { limits, options } = operation.configuration;
  // Node's fetch looks it up there, whatever it is given, and would hand it the credentials.
  if ("dispatcher" in Object.prototype)
    refuse("fetchOptions.dispatcher", "stands on Object.prototype", operation);
  // Only a call itself can ask that what changes something is repeated.
  const isRepeatable = operation.method === "GET" || (call["retry"] ?? null) !== null;
  const further = fetchOptionsOf(call, operation);
  return {
    ...limitsOf(call, isRepeatable ? limits : { ...limits, retry: 0 }, operation),
    signal: (call["signal"] ?? undefined) as AbortSignal | undefined,
    fetchOptions: Object.assign(fetchOptionsOf(options), further),
    headers: headersOf(call["headers"] ?? undefined, operation),
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
