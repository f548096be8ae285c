import { type EncodedCredential, isPrintable } from "./credentials.ts";
import { type OperationName, refuse } from "./errors.ts";
import { copyOf, emptyRecord, type Given } from "./given.ts";
import type { ContractData, Headers, Operation, SecurityScheme, Server } from "./operation.ts";
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
  readonly contract: ContractData;
  readonly limits: CompleteLimits;
  /** The key of the security requirement that the credentials meet. */
  readonly requirement: string;
  readonly credentials: readonly Credential[];
  /** The operations that have been called. */
  readonly bound: Map<Operation, BoundOperation>;
}

/** What the client was given for a security scheme: a secret, or a function that gives it. */
interface Credential {
  readonly scheme: SecurityScheme;
  readonly given: unknown;
  /** `undefined`: it is a function. */
  readonly encoded: EncodedCredential | undefined;
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
  /** The options of a call that has none. */
  readonly defaults: CheckedCallOptions;
}

/**
 * Checks the options of a client. Throws an `ApiError` if one cannot work. No message shows a
 * credential.
 */
export function configure(
  given: unknown,
  operations: readonly Operation[],
  contract: ContractData,
): Configuration {
  const names = ["auth", "baseUrl", "fetch", "fetchOptions", ...LIMITS, ...contract.options];
  const options = optionsOf(given, names);
  baseUrlOf({ option: "baseUrl", url: "", suffix: "" }, options);
  // Most operations share theirs: it is looked at once.
  const servers = new Map(operations.map(({ server }) => [server.option, server]));
  for (const server of servers.values()) baseUrlOf(server, options);
  for (const option of Object.keys(contract.settings))
    if (!isPrintable(options[option])) refuse(option, "must be printable ASCII, not padded");
  fetchOptionsOf(options);
  if (options["fetch"] && typeof options["fetch"] !== "function")
    refuse("fetch", "must be a function");
  const auth = copyOf(options["auth"]);
  const schemes = Object.keys(auth).filter((name) => (auth[name] ?? null) !== null);
  const requirement = schemes.sort().join(" and ");
  return {
    options,
    contract,
    limits: limitsOf(options, DEFAULTS),
    requirement,
    credentials: credentialsOf(auth, requirement, contract),
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

function credentialsOf(
  auth: Given,
  requirement: string,
  { requirements }: ContractData,
): readonly Credential[] {
  if (!Object.hasOwn(requirements, requirement)) refuseAuth(Object.keys(requirements));
  return (requirements[requirement] ?? []).map((scheme) => {
    const given = auth[scheme.name];
    const encoded = typeof given === "function" ? undefined : encode(scheme, given);
    return { scheme, given, encoded };
  });
}

/** @throws {ApiError} Always: the credentials meet none of these security requirements. */
function refuseAuth(requirements: readonly string[], by?: OperationName): never {
  const names = requirements.map((name) => name || "nothing").join(", or ");
  return refuse("auth", `takes exactly ${names}`, by);
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
  const { accept, security, server, settings } = operation;
  const { contract, credentials, options, requirement } = configuration;
  const headers = Object.assign(emptyRecord<string>(), { accept });
  for (const option of settings) headers[`${contract.settings[option]}`] = `${options[option]}`;
  const isOpen = security.includes(requirement);
  if (!isOpen && !security.includes("")) refuseAuth(security, operation);
  const bound = {
    ...operation,
    configuration,
    baseUrl: baseUrlOf(server, options),
    headers,
    credentials: isOpen ? credentials : [],
    defaults: checkCallOptions({}, operation, configuration),
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
  // Node's fetch looks it up there, whatever it is given, and would hand it the credentials.
  if ("dispatcher" in Object.prototype)
    refuse("fetchOptions.dispatcher", "stands on Object.prototype", operation);
  return given === undefined
    ? operation.defaults
    : checkCallOptions(given, operation, operation.configuration);
}

function checkCallOptions(
  given: unknown,
  operation: Operation,
  { limits, options }: Configuration,
): CheckedCallOptions {
  const call = optionsOf(given, [...LIMITS, "fetchOptions", "headers", "signal"], operation);
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

function headersOf(given: unknown, operation: Operation): CheckedCallOptions["headers"] {
  if (given === undefined) return [];
  try {
    return [...new globalThis.Headers(given as RequestInit["headers"])];
  } catch {
    return refuse("headers", "must be valid headers", operation);
  }
}
