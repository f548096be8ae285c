import { type OperationName, refuse } from "./errors.ts";
import { accept, addresses, operations, schemes, settings } from "./generated/contract.ts";
import type { ClientOptions, Limits } from "./types.ts";

/** An operation as the generated table has it. */
export interface Row {
  readonly method: string;
  /** The path template. Each `{name}` is an argument. */
  readonly path: string;
  /** The option that holds its address, if not `baseUrl`, and what stands between that and the path. */
  readonly address?: string;
  readonly prefix?: string;
  /** The ways of authenticating, each the names of schemes with spaces between. "": none is needed. */
  readonly auth: readonly string[];
  /** The settings that it carries. Absent: all. */
  readonly settings?: readonly string[];
  /** The media types of its answers. Absent: the usual ones. */
  readonly accept?: string;
  /** Its arguments, but for those of the path that are no lists. */
  readonly takes?: Readonly<Record<string, Take>>;
  /** By argument and value: the way to what asking for it adds for certain. */
  readonly includes?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** By status: the name of the body. "": there is none. */
  readonly answers: Readonly<Record<string, string>>;
}

/** Where an argument travels. Its name there: of the body its media type. Its separator: "" if it is no list. */
export type Take = readonly [
  place: "path" | "query" | "header" | "body",
  name: string,
  separator: "" | "," | "&",
  isRequired: 0 | 1,
];

/** An operation, and what the options of a client make of it. */
export interface Operation extends Row, OperationName, Pick<ClientOptions, "fetch" | "logger"> {
  readonly accept: string;
  /** Its arguments, but for those of the path. */
  readonly sent: readonly (readonly [argument: string, take: Take])[];
  /** The path template in pieces: every second one is an argument. */
  readonly pieces: readonly string[];
  /** What stands before the path. */
  readonly baseUrl: string;
  readonly limits: Checked;
  /** What every request carries, with the credentials that are known. */
  readonly headers: Headers;
  readonly secrets: readonly string[];
  /** The functions that give the other credentials, by scheme. */
  readonly askedFor: readonly (readonly [scheme: string, secretOf: () => unknown])[];
  /** Whether it does not take the client's way of authenticating. */
  readonly isClosed: boolean;
}

/** What a header can hold without a change. */
export const PRINTABLE: RegExp = /^[!-~]([ -~]*[!-~])?$/;

/** Headers by name in lower case. */
export type Headers = Record<string, string>;

/** Limits, none of which is open. */
export type Checked = Record<keyof Limits, number>;

const table: Readonly<Record<string, Row>> = operations;
const travels: Readonly<Record<string, readonly [header: string, prefix: string]>> = schemes;
const DEFAULTS: Checked = { timeout: 30_000, retry: 2, maxBytes: 2 ** 23 };

/** The operations of a client. Throws an `ApiError` if an option cannot work. No message shows a credential. */
export function configure(given: ClientOptions): Operation[] {
  const options: ClientOptions & Readonly<Record<string, unknown>> = Object(given);
  const { fetch, logger, baseUrl } = options;
  for (const option of ["fetch", "logger"])
    if (typeof (options[option] ?? configure) !== "function") refuse("option", option, "must be a function");
  const carried = Object.entries(settings).map(([option, [header, pattern, problem]]) => {
    const value = options[option];
    if (typeof value !== "string" || !new RegExp(pattern, "u").test(value)) refuse("option", option, problem);
    return [option, { [header]: value }] as const;
  });
  const urls: Record<string, string> = {};
  for (const [option, usual] of Object.entries({ baseUrl: "", ...addresses }))
    urls[option] = addressIn(option, options[option] ?? (usual || baseUrl));
  const limits = limitsOf(options, DEFAULTS);
  const auth = Object(options["auth"]);
  const way = Object.keys(schemes).filter((scheme) => (auth[scheme] ?? undefined) !== undefined);
  const ways = [...new Set(Object.values(table).flatMap((row) => row.auth))];
  if (!ways.includes(way.join(" "))) refuse("option", "auth", `takes exactly ${wordsOf(ways)}`);
  const known: Headers = {};
  const secrets: string[] = [];
  const askedFor: [string, () => unknown][] = [];
  for (const scheme of way) {
    if (typeof auth[scheme] === "function") askedFor.push([scheme, auth[scheme]]);
    else secrets.push(sign(known, scheme, auth[scheme]));
  }
  return Object.entries(table).map(([operationId, row]): Operation => {
    const own = carried.filter(([option]) => !row.settings || row.settings.includes(option));
    const isTaken = row.auth.includes(way.join(" "));
    return {
      accept,
      ...row,
      operationId,
      fetch,
      logger,
      limits,
      secrets,
      sent: Object.entries(row.takes ?? {}).filter(([, [place]]) => place !== "path"),
      pieces: row.path.split(/[{}]/),
      baseUrl: urls[row.address ?? "baseUrl"] + (row.prefix ?? ""),
      headers: Object.assign(
        { accept: row.accept ?? accept },
        ...own.map(([, header]) => header),
        isTaken && known,
      ),
      askedFor: isTaken ? askedFor : [],
      isClosed: !isTaken && !row.auth.includes(""),
    };
  });
}

/** Puts a credential into the headers of a request, and returns it. Throws an `ApiError` if it cannot be sent. */
export function sign(headers: Headers, scheme: string, secret: unknown, operation?: Operation): string {
  const [header = "", prefix] = travels[scheme] ?? [];
  if (typeof secret !== "string" || !PRINTABLE.test(secret)) {
    return refuse("option", `auth.${scheme}`, "must be printable ASCII, not padded", operation);
  }
  headers[header] = prefix + secret;
  return secret;
}

/** The names of ways of authenticating, for people. */
export function wordsOf(ways: readonly string[]): string {
  return ways.map((way) => way.replaceAll(" ", " and ") || "nothing").join(", or ");
}

function addressIn(option: string, value: unknown): string {
  let url = "";
  try {
    url = new URL(String(value)).href;
  } catch {}
  // The parser leaves the marks of an empty query and an empty fragment.
  if (!/^https?:\/\/[^/@]+\/[^?#]*$/.test(url)) {
    refuse("option", option, "must be an http(s) address without credentials, query or fragment");
  }
  return url.replace(/\/+$/, "");
}

/** The limits that the options of a client or of a call set; what they leave out is as usual. */
export function limitsOf(given: Limits, usual: Checked, operation?: OperationName): Checked {
  const limits = { ...usual };
  for (const option of Object.keys(usual) as (keyof Limits)[]) {
    const value = given[option] ?? usual[option];
    if (typeof value !== "number" || !(value >= 0))
      refuse("option", option, "must be a number, 0 or more", operation);
    limits[option] = value;
  }
  return limits;
}

/** The headers that a call or a middleware adds. How a request authenticates is not theirs to say. */
export function ownHeaders(given: Headers, operation: OperationName): Headers {
  const headers: Headers = {};
  for (const [name, value] of Object.entries(given)) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !PRINTABLE.test(value))
      refuse("option", "headers", "cannot be sent in headers", operation);
    headers[name.toLowerCase()] = value;
  }
  for (const [header] of Object.values(travels)) delete headers[header];
  return headers;
}
