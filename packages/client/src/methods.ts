import { askedOf, type Reply, readAnswer } from "./answer.ts";
import { within } from "./deadline.ts";
import { createExchange, type Exchange } from "./exchange.ts";
import { retrace } from "./retrace.ts";
import { bodyOf, type Route, urlOf } from "./route.ts";
import { send } from "./transport.ts";
import type { CallOptions } from "./types.ts";

/** The arguments of a method. */
export type Arguments = Readonly<Record<string, unknown>>;

/** Sends what a call asks for. */
export type Sender = (exchange: Exchange, args: Arguments) => Promise<Reply>;

/** A method for each route, and under `safe` one that returns its errors. */
export function methodsOf(routes: readonly Route[], sender: Sender): Readonly<Record<string, unknown>> {
  const methods: Record<string, unknown> = {};
  const safe: Record<string, unknown> = {};
  for (const route of routes) {
    const perform = performer(route, sender);
    methods[route.operationId] = (args?: Arguments, call?: CallOptions) => perform(false, args, call);
    safe[route.operationId] = (args?: Arguments, call?: CallOptions) => perform(true, args, call);
  }
  return { ...methods, safe };
}

/** Sends a request that no hook looks at. */
export function sendStraight(exchange: Exchange, args: Arguments): Promise<Reply> {
  const { route } = exchange;
  const content = { method: route.method, body: bodyOf(route, args["body"]) };
  const url = urlOf(route, args);
  return within(exchange, (own) => send(url, content, exchange, own));
}

/** What calls an operation and returns its data, or with its answer and instead of throwing. */
function performer(
  route: Route,
  sender: Sender,
): (isWhole: boolean, args?: Arguments, call?: CallOptions) => Promise<unknown> {
  return async (isWhole, given, call) => {
    try {
      const args = given ?? {};
      const exchange = createExchange(route, args, call);
      // Before anything is awaited: the caller may ask for more with the same list meanwhile.
      const asked = askedOf(route, args);
      const reply = await sender(exchange, args);
      const data = readAnswer(route, reply, asked, exchange.secrets);
      return isWhole ? { data, response: reply.response } : data;
    } catch (thrown) {
      const error = retrace(thrown);
      if (!isWhole) throw error;
      return { error, response: error.response };
    }
  };
}
