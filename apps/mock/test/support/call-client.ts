import type { Call } from "@workflow-api/conformance";
import {
  type Contract,
  type JsonValue,
  type Operation,
  type Parameter,
  parameterKey,
} from "@workflow-api/contract";
import type { GeneratedClient } from "./generated-client.ts";

/** What the client put on the wire. */
export interface Wired {
  readonly method: string;
  /** The path and the query. */
  readonly target: string;
  readonly headers: Headers;
  readonly body: string | undefined;
}

/** A call of the typed client: its name, its arguments, and what the factory takes. */
export interface ClientCall {
  readonly operationId: string;
  readonly arguments: Readonly<Record<string, JsonValue>>;
  readonly options: Readonly<Record<string, JsonValue>>;
}

/**
 * A call in the words of the client: a required header of most operations, or a component that several paths share, is
 * an option of the factory, everything else an argument by its name.
 */
export function clientCall({ operations }: Contract, operation: Operation, call: Call): ClientCall {
  const args: Record<string, JsonValue> = {};
  const options = settingsOfOthers(operations, operation);
  for (const parameter of operation.parameters) {
    const value = call.values.get(parameterKey(parameter));
    if (value === undefined) continue;
    if (isSetting(operations, parameter)) options[optionName(parameter)] = value;
    else args[parameter.name] = value;
  }
  if (call.body !== undefined) args["body"] = call.body;
  return { operationId: operation.operationId, arguments: args, options };
}

/** What the factory takes for the sake of other operations. */
function settingsOfOthers(operations: readonly Operation[], operation: Operation): Record<string, JsonValue> {
  const own = new Set(operation.parameters.map(parameterKey));
  const settings = operations
    .flatMap(({ parameters }) => parameters)
    .filter((parameter) => isSetting(operations, parameter) && !own.has(parameterKey(parameter)));
  return Object.fromEntries(settings.map((parameter) => [optionName(parameter), parameter.sample ?? "text"]));
}

/** Whether the factory of the client fills a parameter. */
export function isSetting(operations: readonly Operation[], parameter: Parameter): boolean {
  if (parameter.in !== "header" || !parameter.required) return false;
  const key = parameterKey(parameter);
  const holders = operations.filter(({ parameters }) =>
    parameters.some((other) => parameterKey(other) === key),
  );
  if (/^(if-|range$|prefer$|idempotency-key$|traceparent$)|(request|correlation)-id$/i.test(parameter.name))
    return false;
  return holders.length * 2 > operations.length || isShared(parameter, holders);
}

/** A component of several paths. */
function isShared({ parameterPointer }: Parameter, holders: readonly Operation[]): boolean {
  const paths = new Set(holders.map(({ path }) => path));
  return parameterPointer.startsWith("/components/parameters/") && paths.size > 1;
}

/** `X-Domain` is the option `domain`. */
function optionName({ name }: Parameter): string {
  const [first = "", ...rest] = name.replace(/^x-/i, "").split("-");
  return first.toLowerCase() + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

/** The secrets of the operation's first way of authenticating. */
export function authOf({ security }: Operation): Readonly<Record<string, unknown>> | undefined {
  const [way] = security;
  if (way === undefined || way.length === 0) return undefined;
  const secret = (scheme: string | undefined): unknown =>
    scheme === "basic" ? { username: "user", password: "password" } : "a-secret";
  return Object.fromEntries(way.map(({ key, scheme }) => [key, secret(scheme)]));
}

/** Calls the client, whose methods are only known at run time, and keeps what it sent. */
export async function callClient(
  createClient: GeneratedClient["createClient"],
  url: string,
  operation: Operation,
  call: ClientCall,
): Promise<{ readonly outcome: unknown; readonly failed: boolean; readonly wired: Wired | undefined }> {
  let wired: Wired | undefined;
  const options: Record<string, unknown> = {
    baseUrl: url,
    auth: authOf(operation),
    ...call.options,
    fetch: async (address: string, init: RequestInit): Promise<Response> => {
      const { origin, pathname, search } = new URL(address);
      wired = {
        method: init.method ?? "GET",
        target: pathname + search,
        headers: new Headers(init.headers),
        body: typeof init.body === "string" ? init.body : undefined,
      };
      return await fetch(address.replace(origin, url), init);
    },
  };
  try {
    const client = createClient(options);
    const method: unknown = Reflect.get(client, operation.operationId);
    if (typeof method !== "function")
      throw new TypeError(`The client has no method ${operation.operationId}.`);
    return { outcome: await Reflect.apply(method, client, [call.arguments]), failed: false, wired };
  } catch (error) {
    return { outcome: error, failed: true, wired };
  }
}
