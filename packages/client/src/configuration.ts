import { type OperationName, refuse } from "./errors.ts";
import { schemes, settings, urlOptions } from "./generated/contract.ts";
import type {
  Checked,
  Credential,
  CredentialFunction,
  Headers,
  Operation,
  Row,
  Setting,
} from "./operation.ts";
import { PRINTABLE } from "./serializers.ts";
import type { ClientOptions, Limits } from "./types.ts";

/** Applications without types may pass anything. */
type Given = ClientOptions & Readonly<Record<string, unknown>>;

const DEFAULTS: Checked = { timeout: 30_000, attemptTimeout: 0, retry: 2, maxBytes: 2 ** 23 };

/**
 * The operations of a client. Throws an `ApiError` if an option cannot work. No message shows a
 * credential.
 */
export function configure(given: ClientOptions, rows: readonly Row[]): Operation[] {
  const options: Given = Object(given);
  for (const option of ["fetch", "logger"])
    if (typeof (options[option] ?? configure) !== "function") refuse(option, "must be a function");
  const limits = limitsOf(options, DEFAULTS);
  const main = baseUrlOf("baseUrl", options.baseUrl);
  const auth: Readonly<Record<string, unknown>> = Object(options["auth"]);
  const credentials = Object.entries(schemes).filter(([name]) => (auth[name] ?? null) !== null);
  const known: Headers = {};
  const secrets: string[] = [];
  const functions: CredentialFunction[] = [];
  for (const credential of credentials) {
    const secret = auth[credential[0]];
    if (typeof secret === "function") functions.push([credential, secret as CredentialFunction[1]]);
    else secrets.push(...sign(known, credential, secret));
  }
  const own = String(credentials.map(([name]) => name));
  const opens = (each: readonly string[]): boolean => String(each) === own;
  const all = rows.flatMap((row) => row.auth);
  if (!all.some(opens)) refuseAuth(all);
  return rows.map((row) => {
    const { urlOption, prefix = "" } = row;
    const isOpen = row.auth.some(opens);
    const url = options[urlOption] ?? (Object(urlOptions)[urlOption] || main);
    return {
      ...row,
      parts: row.path.split(/[{}]/),
      baseUrl: baseUrlOf(urlOption, url) + prefix,
      options,
      limits,
      headers: headersOf(row, options, isOpen ? known : {}),
      secrets,
      functions: isOpen ? functions : row.auth.some((each) => !each[0]) ? [] : undefined,
    };
  });
}

/** What every request of an operation carries. */
function headersOf(row: Row, options: Given, known: Headers): Headers {
  const headers: Headers = { ...known, accept: row.accept };
  for (const [option, [header, pattern, problem]] of Object.entries<Setting>(settings)) {
    if (!row.settings.includes(option)) continue;
    const value = options[option];
    if (typeof value !== "string" || !new RegExp(pattern, "u").test(value))
      return refuse(option, problem);
    headers[header] = value;
  }
  return headers;
}

/**
 * Adds a credential to the headers of a request, and returns its parts that must not be shown.
 * Throws an `ApiError` if it cannot be sent.
 */
export function sign(
  headers: Headers,
  [name, { header, prefix, encoding }]: Credential,
  secret: unknown,
  operation?: Operation,
): string[] {
  const texts = encoding ? encoding.encode(secret) : [secret];
  if (typeof texts[0] !== "string" || !PRINTABLE.test(texts[0])) {
    const problem = encoding?.problem ?? "must be printable ASCII, not padded";
    return refuse(`auth.${name}`, problem, operation);
  }
  headers[header] = prefix + texts[0];
  return texts as string[];
}

/** @throws {ApiError} Always: the credentials meet none of these security requirements. */
export function refuseAuth(all: Row["auth"], operation?: Operation): never {
  const names = new Set(all.map((each) => each.join(" and ") || "nothing"));
  return refuse("auth", `takes exactly ${[...names].join(", or ")}`, operation);
}

/** A base URL without a trailing slash. Throws an `ApiError` if it is not one. */
export function baseUrlOf(option: string, value: unknown): string {
  let url = "";
  try {
    url = new URL(String(value)).href;
  } catch {}
  // The parser keeps the `?` of an empty query and the `#` of an empty fragment.
  if (!/^https?:\/\/[^/?#@]+\/[^?#]*$/.test(url))
    refuse(option, "must be an http(s) URL without credentials, query or fragment");
  return url.replace(/\/+$/, "");
}

/** The limits in the options of a client or of a call, with the defaults of the omitted ones. */
export function limitsOf(given: Limits, usual: Checked, by?: OperationName): Checked {
  const limits = { ...usual };
  for (const option of Object.keys(DEFAULTS) as (keyof Limits)[]) {
    const value = given[option] ?? usual[option];
    if (typeof value !== "number" || !(value >= 0)) refuse(option, "must be a number from 0", by);
    limits[option] = value;
  }
  return limits;
}

/**
 * The headers that a call or a middleware adds. They cannot change how a request authenticates.
 */
export function ownHeaders(given: RequestInit["headers"], operation: OperationName): Headers {
  try {
    const headers = new globalThis.Headers(given);
    for (const { header } of Object.values(schemes)) headers.delete(header);
    return Object.fromEntries(headers);
  } catch {
    return refuse("headers", "must be valid headers", operation);
  }
}
