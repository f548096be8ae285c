import { type EncodedCredential, header, isPrintable } from "./credentials.ts";
import { refuse } from "./errors.ts";
import type {
  ContractData,
  Operation,
  OperationName,
  SecurityScheme,
  Server,
} from "./operation.ts";
import type { CommonOptions } from "./types.ts";

/** The checked options of a client. */
export interface Configuration {
  readonly options: CommonOptions;
  readonly contract: ContractData;
  /** The headers of the requests of an operation, besides credentials. */
  headersOf(operation: Operation): Readonly<Record<string, string>>;
  /** The key of the security requirement that the credentials meet. */
  readonly requirement: string;
  readonly credentials: readonly Credential[];
  /** By option and suffix. */
  readonly baseUrls: ReadonlyMap<string, string>;
  /** The URLs that get credentials, and all below them. */
  readonly ownUrls: readonly string[];
  /** Whether middleware sees its requests. */
  isObserved: boolean;
}

/** What the client was given for a security scheme: a secret, or a function that gives it. */
export interface Credential {
  readonly scheme: SecurityScheme;
  readonly given: unknown;
  /** `undefined`: it is a function. */
  readonly encoded: EncodedCredential | undefined;
  /** The renewals under way, by the value that was refused. */
  readonly renewals: Map<string, Promise<Renewal>>;
}

/** What the function of a credential gives after a 401. */
export interface Renewal extends EncodedCredential {
  /** Whether it was asked to renew it. */
  readonly isRenewed: boolean;
}

/** Values by name. */
export type Values = Readonly<Record<string, unknown>>;

const MAIN: Server = { option: "baseUrl" };

/**
 * Checks the options of a client. Throws an `ApiError` if one cannot work. No message shows a
 * credential.
 */
export function configure(
  options: unknown,
  operations: readonly Operation[],
  contract: ContractData,
): Configuration {
  const given = ownMembers(options);
  const auth = ownMembers(given["auth"]);
  const requirement = requirementOf(auth, contract);
  const baseUrls = new Map<string, string>();
  for (const server of [MAIN, ...operations.map((operation) => operation.server)])
    if (!baseUrls.has(keyOf(server)))
      baseUrls.set(keyOf(server), baseUrlOf(server, given, contract));
  const values = settingsOf(given, contract);
  return {
    options: given as never,
    contract,
    headersOf: ({ accept, settings }) => {
      const headers: Record<string, string> = { accept };
      for (const option of settings) headers[`${contract.settings[option]}`] = `${values[option]}`;
      return headers;
    },
    requirement,
    credentials: (contract.requirements[requirement] ?? []).map((scheme) =>
      credentialOf(scheme, auth[scheme.name]),
    ),
    baseUrls,
    ownUrls: [...baseUrls.values()].map((url) => `${url}/`),
    isObserved: false,
  };
}

/** A copy that inherits nothing: what stands on `Object.prototype` was given by nobody. */
export function ownMembers(given: unknown): Values {
  return Object.assign(Object.create(null), given);
}

/** How the base URLs of a client name that of a server. */
export function keyOf({ option, suffix = "" }: Server): string {
  return option + suffix;
}

const UNDEFINED = "is undefined: is the environment variable set?";

/** The values of the headers that are options, by the option. */
function settingsOf(given: Values, { settings }: ContractData): Record<string, string> {
  const values = Object.keys(settings).map((option) => {
    const value = String(given[option] ?? refuse(option, UNDEFINED));
    if (!isPrintable(value)) refuse(option, "must be printable ASCII, not padded");
    return [option, value];
  });
  return Object.fromEntries(values);
}

/** The key of the security requirement that credentials meet. */
function requirementOf(auth: Values, { requirements }: ContractData): string {
  const names = Object.keys(auth).filter((name) => auth[name] !== undefined);
  const key = names.sort().join(" and ");
  const absent = Object.keys(auth).find((name) => auth[name] === undefined);
  const isNone = key === "" && absent !== undefined;
  if (!isNone && Object.hasOwn(requirements, key)) return key;
  if (absent !== undefined) refuse(`auth.${absent}`, UNDEFINED);
  return refuseAuth(Object.keys(requirements));
}

/** @throws {ApiError} Always: the credentials meet none of these security requirements. */
function refuseAuth(requirements: readonly string[], by?: OperationName): never {
  const names = requirements.map((name) => name || "nothing").join(", or ");
  return refuse("auth", `takes exactly ${names}`, by);
}

function credentialOf(scheme: SecurityScheme, given: unknown): Credential {
  const encoded = typeof given === "function" ? undefined : encode(scheme, given);
  return { scheme, given, encoded, renewals: new Map() };
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
 * The credentials that a request of an operation lacks. What it carries already was given by the
 * application. Throws an `ApiError` if the operation needs other credentials.
 */
export function credentialsFor(
  { credentials, requirement, contract }: Configuration,
  operation: Operation,
  { headers }: Request,
): readonly Credential[] {
  const { security } = operation;
  const isCarried = ({ place, parameter }: SecurityScheme): boolean =>
    place === header && headers.has(parameter);
  if (security.includes(requirement)) return credentials.filter(({ scheme }) => !isCarried(scheme));
  const isMet = security.some((key) => contract.requirements[key]?.every(isCarried));
  return isMet ? [] : refuseAuth(security, operation);
}

/**
 * A base URL without a trailing slash; a path is one on the origin of the page. Throws an
 * `ApiError` if it is not one.
 */
function baseUrlOf(
  { option, suffix = "", url: otherwise }: Server,
  given: Values,
  { baseUrl }: ContractData,
): string {
  if ("baseUrl" in given && given["baseUrl"] === undefined) refuse("baseUrl", UNDEFINED);
  const text = String(given[option] ?? otherwise ?? given["baseUrl"] ?? baseUrl);
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
