import { type Limits, limitsOf } from "./limits.ts";
import { checkFunction, refuseOption } from "./options.ts";
import type { Route } from "./route.ts";
import type { CallOptions } from "./types.ts";

/** Everything that decides how a request is sent, but its address and its body. */
export interface Exchange {
  readonly route: Route;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly limits: Limits;
  /** When the call began, by the clock of `performance`: hooks that see its request count for its deadline. */
  readonly began: number;
  /** Whether it may be: it only reads, or the call asks for it. */
  readonly isRepeated: boolean;
  readonly signal: AbortSignal | undefined;
  /** What the request carries besides credentials, by name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** What must not be shown; who sends adds to it. */
  readonly secrets: string[];
}

type Values = Readonly<Record<string, unknown>>;

/**
 * The exchange of a call.
 *
 * @param headers - What the request carries of its own.
 * @throws {ConfigurationError} An option of the call cannot work, or nothing can send it.
 * @throws {ArgumentError} The body is not there, and is required, or what belongs into a header cannot stand there.
 */
export function createExchange(
  route: Route,
  args: Values,
  call: CallOptions | undefined,
  headers?: Values,
): Exchange {
  const signal = call?.signal ?? undefined;
  // Not by its class: it may come from another realm, as in Jest.
  if (signal !== undefined && typeof signal.addEventListener !== "function")
    refuseOption("signal", "must be an AbortSignal", route);
  const fetch = route.fetch ?? globalThis.fetch;
  checkFunction("fetch", fetch, route);
  return {
    route,
    fetch,
    limits: call ? limitsOf(call, route.limits, route) : route.limits,
    began: performance.now(),
    isRepeated: !!(call?.retry ?? ["GET", "HEAD"].includes(route.method)),
    signal,
    headers: headersOf(route, args, headers),
    secrets: [],
  };
}

function headersOf(route: Route, args: Values, headers: Values | undefined): Exchange["headers"] {
  const type = args["body"] === undefined ? route.body?.absent?.(route) : route.body?.type;
  const head = route.head?.(route.parameters, args);
  if (!type && !head && !headers) return route.headers;
  return {
    ...route.headers,
    ...(type && { "content-type": type }),
    ...head,
    ...headers,
  } as Exchange["headers"];
}
