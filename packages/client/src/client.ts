import { type Reply, readAnswer } from "./answer.ts";
import { ApiError } from "./api-error.ts";
import { createExchange, type Exchange } from "./exchange.ts";
import { createGuardedClient, type FetchClient, replyOf } from "./fetch-client.ts";
import type { Auth, Client, ClientOptions, CreateClient } from "./generated/types.ts";
import { argumentsIn } from "./parameters.ts";
import { createRaw } from "./raw.ts";
import { bodyOf, createRoutes, type Route, urlOf } from "./route.ts";
import { send } from "./transport.ts";
import type { CallOptions, CommonOptions } from "./types.ts";

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Makes a client: a method for each operation that its way of authenticating opens.
 *
 * @throws {ConfigurationError} An option cannot work. No message shows the value of a credential.
 */
export const createClient: CreateClient = (
  given: ClientOptions & { readonly auth?: Auth | undefined },
): Client => {
  const options = { ...given };
  const routes = createRoutes(options);
  const client = createGuardedClient(options.middleware);
  const methods: Record<string, unknown> = {};
  const safe: Record<string, unknown> = {};
  for (const route of routes) {
    const perform = performer(options, client, route);
    methods[route.operationId] = (args?: Arguments, call?: CallOptions) => perform(false, args, call);
    safe[route.operationId] = (args?: Arguments, call?: CallOptions) =>
      perform(true, args, call).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        return { error, response: error.response };
      });
  }
  // The members are those of the table, which the type is generated with.
  return { ...methods, safe, raw: createRaw(options, client, routes) } as unknown as Client;
};

/** What calls an operation and returns its data, or with its answer: through openapi-fetch if there are hooks to look at it, else straight. */
function performer(
  options: CommonOptions,
  client: FetchClient,
  route: Route,
): (isWhole: boolean, args?: Arguments, call?: CallOptions) => Promise<unknown> {
  const { parameters, pieces, query, head, method } = route;
  const seen = async (exchange: Exchange, args: Arguments): Promise<Reply> => {
    const params = {
      path: argumentsIn(pieces, args),
      query: argumentsIn(query, args),
    };
    const input = { params, body: args["body"], parseAs: "arrayBuffer" };
    return replyOf(await client.request(exchange, input));
  };
  return async (isWhole, given, call) => {
    const args = given ?? {};
    const { body } = args;
    const exchange = createExchange(options, route, { body, headers: head?.(parameters, args) }, call);
    const reply = client.hasHooks()
      ? await seen(exchange, args)
      : await send(urlOf(route, args), { method, body: bodyOf(route, body) }, exchange);
    const data = readAnswer(route, reply, args, exchange.secrets);
    return isWhole ? { data, response: reply.response } : data;
  };
}
