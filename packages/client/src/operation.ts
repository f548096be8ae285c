import { type OperationName, refuse } from "./errors.ts";
import { accept, addresses, operations, schemes, settings } from "./generated/contract.ts";
import type { ClientOptions, Limits } from "./types.ts";

/** An operation as the generated table has it. */
export interface Row {
  readonly method: string;
  /** The path template. Each `{name}` is an argument. */
  readonly path: string;
  /**
   * The option that holds its address, if not `baseUrl`, and what stands between that and the path.
   */
  readonly address?: string;
  readonly prefix?: string;
  /**
   * The ways of authenticating, each the names of schemes with spaces between. "": none is needed.
   */
  readonly auth: readonly string[];
  /** The settings that it carries. Absent: all. */
  readonly settings?: readonly string[];
  /** The media types of its answers. Absent: the usual ones. */
  readonly accept?: string;
  /** Its arguments, but for those of the path that are texts. */
  readonly takes?: Readonly<Record<string, Take>>;
  /**
   * By status, or range of statuses: the ways to what the body holds for certain, with spaces between. Null: there is no
   * body.
   */
  readonly answers: Readonly<Record<string, string | null>>;
}

/**
 * Where an argument travels. Its name there: of the body its media type. Its separator: "" if it is
 * no list.
 */
export type Take = readonly [
  place: "path" | "query" | "header" | "body",
  name: string,
  separator: "" | "," | "&",
  isRequired: 0 | 1,
  adds?: Readonly<Record<string, string>>,
];

/** An operation, and what the options of a client make of it. */
export interface Operation
  extends Row,
    OperationName,
    Pick<ClientOptions, "fetch" | "logger">,
    Checked {
  readonly accept: string;
  readonly address: string;
  /** The path template in pieces: every second one is an argument. */
  readonly pieces: readonly string[];
  /** What stands before the path. */
  readonly baseUrl: string;
  /** What every request carries, with the credentials that are known. */
  readonly headers: Headers;
  readonly secrets: readonly string[];
  /** The credentials that functions give. Absent: those of the client do not open the operation. */
  readonly askedFor: readonly (readonly [Credential, secretOf: () => unknown])[] | undefined;
}

/** How a credential travels. */
export type Credential = readonly [scheme: string, how: readonly [header: string, prefix: string]];

/** What a header can hold without a change. */
export const PRINTABLE: RegExp = /^[!-~]([ -~]*[!-~])?$/;

/** Headers by name in lower case. */
export type Headers = Record<string, string>;

/** Limits, none of which is open. */
export type Checked = Record<keyof Limits, number>;

const table: Readonly<Record<string, Row>> = operations;
const usual: Readonly<Record<string, string>> = addresses;
const DEFAULTS: Checked = { timeout: 30_000, retry: 2, maxBytes: 2 ** 23 };

/**
 * The operations of a client. Throws an `ApiError` if an option cannot work. No message shows a
 * credential.
 */
export function configure(given: ClientOptions): Operation[] {
  const options: ClientOptions & Readonly<Record<string, unknown>> = Object(given);
  const { fetch, logger } = options;
  for (const option of ["fetch", "logger"])
    if (typeof (options[option] ?? configure) !== "function") refuse(option, "must be a function");
  const main = addressIn("baseUrl", options.baseUrl);
  const limits = limitsOf(options, DEFAULTS);
  const auth: Readonly<Record<string, unknown>> = Object(options["auth"]);
  const credentials = Object.entries(schemes).filter(
    ([scheme]) => (auth[scheme] ?? undefined) !== undefined,
  );
  const known: Headers = {};
  const secrets: string[] = [];
  const askedFor: [Credential, () => unknown][] = [];
  for (const credential of credentials) {
    const secret = auth[credential[0]];
    if (typeof secret === "function") askedFor.push([credential, secret as () => unknown]);
    else secrets.push(sign(known, credential, secret));
  }
  const way = credentials.map(([scheme]) => scheme).join(" ");
  const ways = Object.values(table).flatMap((row) => row.auth);
  if (!ways.includes(way)) refuseAuth(ways);
  return Object.entries(table).map(([operationId, row]) => {
    const { address = "baseUrl", auth: takes } = row;
    return {
      accept,
      ...row,
      address,
      operationId,
      pieces: row.path.split(/[{}]/),
      fetch,
      logger,
      ...limits,
      headers: headersOf(row, options, takes.includes(way) ? known : {}),
      secrets,
      baseUrl:
        addressIn(address, options[address] ?? (usual[address] || main)) + (row.prefix ?? ""),
      askedFor: takes.includes(way) ? askedFor : takes.includes("") ? [] : undefined,
    };
  });
}

/** What every request of an operation carries. */
function headersOf(row: Row, options: Readonly<Record<string, unknown>>, known: Headers): Headers {
  const headers: Headers = { ...known, accept: row.accept ?? accept };
  for (const [option, [header, pattern, problem]] of Object.entries(settings)) {
    if (!(row.settings ?? [option]).includes(option)) continue;
    const value = options[option];
    if (typeof value !== "string" || !new RegExp(pattern, "u").test(value))
      return refuse(option, problem);
    headers[header] = value;
  }
  return headers;
}

/**
 * Puts a credential into the headers of a request, and returns it. Throws an `ApiError` if it
 * cannot be sent.
 */
export function sign(
  headers: Headers,
  [scheme, [header, prefix]]: Credential,
  secret: unknown,
  operation?: Operation,
): string {
  if (typeof secret !== "string" || !PRINTABLE.test(secret)) {
    return refuse(`auth.${scheme}`, "must be printable ASCII, not padded", operation);
  }
  headers[header] = prefix + (prefix === "Basic " ? btoa(secret) : secret);
  return secret;
}

/** @throws {ApiError} Always: the credentials are none of these ways of authenticating. */
export function refuseAuth(ways: readonly string[], operation?: Operation): never {
  const names = new Set(ways.map((way) => way.replaceAll(" ", " and ") || "nothing"));
  return refuse("auth", `takes exactly ${[...names].join(", or ")}`, operation);
}

function addressIn(option: string, value: unknown): string {
  let url = "";
  try {
    url = new URL(String(value)).href;
  } catch {}
  // The parser leaves the marks of an empty query and an empty fragment.
  if (!/^https?:\/\/[^/@]+\/[^?#]*$/.test(url)) {
    refuse(option, "must be an http(s) address without credentials, query or fragment");
  }
  return url.replace(/\/+$/, "");
}

/** The limits that the options of a client or of a call set; what they leave out is as usual. */
export function limitsOf(given: Limits, usual: Checked & Partial<OperationName>): Checked {
  const limits = { ...DEFAULTS };
  for (const option of Object.keys(DEFAULTS) as (keyof Limits)[]) {
    const value = given[option] ?? usual[option];
    if (typeof value !== "number" || !(value >= 0))
      refuse(option, "must be a number, 0 or more", usual);
    limits[option] = value;
  }
  return limits;
}

/**
 * The headers that a call or a middleware adds. How a request authenticates is not theirs to say.
 */
export function ownHeaders(given: RequestInit["headers"], operation: OperationName): Headers {
  try {
    const headers = new globalThis.Headers(given);
    for (const [header] of Object.values(schemes)) headers.delete(header);
    return Object.fromEntries(headers);
  } catch {
    return refuse("headers", "cannot be sent in headers", operation);
  }
}
