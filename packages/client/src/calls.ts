import type { Contract, Operation, Parameter, Server } from "@workflow-api/contract";
import { camelCase, locations, uniqueName } from "@workflow-api/contract";
import type { JsonValue } from "@workflow-api/contract/json";
import { valueAt } from "@workflow-api/contract/json";

/**
 * The names that the typed client of a contract uses, for its generator and for anything that shows
 * its calls.
 */
export interface ClientDesign {
  /** The headers that are given once, to the factory. */
  readonly settings: readonly Setting[];
  /**
   * The arguments of a method besides `body`: those of the path, the query, headers and cookies.
   */
  argumentsOf(operation: Operation): readonly Argument[];
  /** The base URL of an operation. */
  baseUrlOf(operation: Operation): BaseUrl;
}

/** A header that the client sends by itself, from an option of its factory. */
export interface Setting {
  readonly option: string;
  readonly parameter: Parameter;
}

/** An argument of a method. */
export interface Argument {
  readonly name: string;
  readonly parameter: Parameter;
}

/** The base URL of an operation. */
export interface BaseUrl {
  /**
   * The option of the factory that holds it: `baseUrl`, unless the server of the operation is
   * another one.
   */
  readonly option: string;
  /** The default of the option. The empty string: that of `baseUrl`. */
  readonly url: string;
  /** A path that follows the base URL, such as `/v2`. */
  readonly suffix: string;
  readonly description: string;
}

const designs = new WeakMap<Contract, ClientDesign>();

/** The options of every client: its own, those of openapi-fetch, and those of `fetch`. */
const commonOptions = [
  ...["auth", "baseUrl", "maxBytes", "retry", "timeout"],
  ...["Request", "bodySerializer", "fetch", "headers", "pathSerializer", "querySerializer"],
  ...["requestInitExt", "body", "cache", "credentials", "dispatcher", "duplex", "integrity"],
  ...["keepalive", "method", "mode", "priority", "redirect", "referrer", "referrerPolicy"],
  ...["signal", "window"],
];

/** Designs the client of a contract. */
export function designClient(contract: Contract): ClientDesign {
  const known = designs.get(contract);
  if (known !== undefined) return known;
  const taken = new Set(commonOptions);
  const settings = settingsOf(contract, taken);
  const baseUrls = baseUrlsOf(contract, taken);
  const design: ClientDesign = {
    settings,
    argumentsOf: (operation) => argumentsOf(operation, settings),
    baseUrlOf: ({ servers }) => baseUrls.get(servers[0]?.url ?? "") ?? mainBaseUrl,
  };
  designs.set(contract, design);
  return design;
}

/**
 * A required header that most operations have is an option of the factory, with the name of the
 * header without `X-`.
 */
function settingsOf({ operations }: Contract, taken: Set<string>): Setting[] {
  const headers = operations
    .flatMap(({ parameters }) => parameters)
    .filter(({ in: location, isList, required }) => location === "header" && required && !isList)
    .filter(({ name }) => !isRequestSpecific(name));
  return [...new Set(headers.map(({ key }) => key))].flatMap((key) => {
    const [parameter, ...further] = headers.filter((each) => each.key === key);
    if (parameter === undefined || further.length + 1 <= operations.length / 2) return [];
    return [
      { option: uniqueName(camelCase(parameter.name.replace(/^x-/i, "")), taken), parameter },
    ];
  });
}

/** Whether a header concerns a single request, rather than its sender. */
function isRequestSpecific(name: string): boolean {
  return /^(if-.*|range|prefer|idempotency-key|traceparent)$|(request|correlation|trace)-id$/i.test(
    name,
  );
}

const mainBaseUrl: BaseUrl = { option: "baseUrl", url: "", suffix: "", description: "" };

/** The server of the option `baseUrl`: the first of the contract, else of its operations. */
export function mainServerOf({ document, operations }: Contract): Server | undefined {
  const servers = operations.flatMap((operation) => operation.servers);
  const main = valueAt(document, "/servers/0/url");
  return servers.find(({ url }) => url === main) ?? servers[0];
}

/** The base URLs of operations on other servers than the main one, by the URL of their server. */
function baseUrlsOf(contract: Contract, taken: Set<string>): Map<string, BaseUrl> {
  const { document, operations } = contract;
  const main = valueAt(document, "/servers/0/url") ?? mainServerOf(contract)?.url;
  const servers = operations.flatMap(({ servers }) => servers.slice(0, 1));
  const options = new Map<string, string>();
  const optionOf = (text: string): string => {
    const option = options.get(text) ?? uniqueName(camelCase(text), taken);
    options.set(text, option);
    return option;
  };
  const byUrl = new Map(servers.map((server) => [server.url, server]));
  byUrl.delete(String(main));
  return new Map([...byUrl].map(([url, server]) => [url, baseUrlOf(server, optionOf)]));
}

/** A URL that begins with a variable, a path below the main one, or a URL of its own. */
function baseUrlOf(server: Server, optionOf: (text: string) => string): BaseUrl {
  const { defaultUrl, url, variables } = server;
  const [, name, path = ""] = /^\{([^{}]+)\}([^{}]*)$/.exec(url) ?? [];
  const { description } = variables.find((variable) => variable.name === name) ?? server;
  if (name !== undefined)
    return { option: optionOf(name), url: "", suffix: path.replace(/\/+$/, ""), description };
  if (!URL.canParse(defaultUrl))
    return { ...mainBaseUrl, suffix: defaultUrl.replace(/^(?=[^/])/, "/"), description };
  const { host, pathname } = new URL(defaultUrl);
  return { option: optionOf(`${host} ${pathname} url`), url: defaultUrl, suffix: "", description };
}

/**
 * Arguments have the names of their parameters. If two have the same name, that of the second
 * begins with its location.
 */
function argumentsOf({ parameters }: Operation, settings: readonly Setting[]): Argument[] {
  // An optional argument with the name of what every object has would never be absent.
  const taken = new Set(["body", ...Object.getOwnPropertyNames(Object.prototype)]);
  return Object.keys(locations)
    .flatMap((location) => parameters.filter((parameter) => parameter.in === location))
    .filter(({ key }) => !settings.some(({ parameter }) => parameter.key === key))
    .map((parameter) => {
      const { name, in: location } = parameter;
      const free = taken.has(name) ? camelCase(`${location} ${name}`) : name;
      return { name: uniqueName(free, taken), parameter };
    });
}

/** The options of the factory that hold base URLs, for an operation that is served at `url`. */
export function baseUrlOptions(
  contract: Contract,
  operation: Operation,
  url: string,
): Readonly<Record<string, string>> {
  const { option, suffix, url: otherwise } = designClient(contract).baseUrlOf(operation);
  const base = url.endsWith(suffix) ? url.slice(0, url.length - suffix.length) : url;
  const isNeeded = option === "baseUrl" || base !== url || otherwise !== "";
  return { baseUrl: url, ...(isNeeded && { [option]: base }) };
}

/** A part of a value that is written as it is. */
export class Code {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value that has a source text: of JSON, with code in it. */
export type SourceValue =
  | JsonValue
  | Code
  | readonly SourceValue[]
  | { readonly [name: string]: SourceValue };

/**
 * A value as TypeScript source, on several lines if one would be longer than `width`.
 *
 * @param indent - The indentation of its first line.
 */
export function literal(value: SourceValue, indent = "", width = 90): string {
  if (value instanceof Code) return value.text;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const deeper = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = Object.entries(value as object).map(
    ([name, member]) => (isList ? "" : `${propertyName(name)}: `) + literal(member, deeper, width),
  );
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  const space = isList || parts.length === 0 ? "" : " ";
  const line = `${open}${space}${parts.join(", ")}${space}${close}`;
  if (line.length <= width && !line.includes("\n")) return line;
  return `${open}\n${parts.map((part) => `${deeper}${part},\n`).join("")}${indent}${close}`;
}

const isIdentifier = /^[A-Za-z_$][\w$]*$/;

/** A name as the key of an object literal or of a type. */
export function propertyName(name: string): string {
  // Unquoted, `__proto__` would set the prototype.
  if (name === "__proto__") return '["__proto__"]';
  return isIdentifier.test(name) ? name : JSON.stringify(name);
}

/** The access to a member by its name: `.getThing`, `["get-thing"]`. */
export function memberAccess(name: string): string {
  return isIdentifier.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}
