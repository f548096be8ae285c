import { readAnswer } from "./answer.ts";
import { ConfigurationError } from "./errors.ts";
import { createExchange } from "./exchange.ts";
import { type FetchClient, type RequestInput, replyOf } from "./fetch-client.ts";
import { argumentsOf } from "./params.ts";
import { retrace } from "./retrace.ts";
import type { Route } from "./route.ts";
import type { CallOptions } from "./types.ts";

type Input = RequestInput & CallOptions;

/** The methods of openapi-fetch, for requests that carry what those of the client do. */
export function createRaw(client: FetchClient, routes: readonly Route[]): Readonly<Record<string, unknown>> {
  const request = async (method: string, path: string, input: Input = {}): Promise<unknown> => {
    try {
      const route = routes.find((each) => each.method === method.toUpperCase() && each.path === path);
      if (!route) throw new ConfigurationError(`The contract has no operation ${method} ${path}.`);
      const args = { ...argumentsOf(route, input.params), body: input.body };
      const exchange = createExchange(route, args, input, namedHeaders(input.headers));
      if ((input.parseAs ?? "json") !== "json") return await client.request(exchange, input);
      // Success is read as by the methods: what openapi-fetch parses itself may end in a bare SyntaxError.
      const answer = await client.request(exchange, { ...input, parseAs: "arrayBuffer" });
      const { response } = answer;
      // Companions take an error that is empty for none.
      if (!response.ok && answer.error) return answer;
      return { data: readAnswer(route, await replyOf(answer), [], exchange.secrets), response };
    } catch (error) {
      throw retrace(error);
    }
  };
  const methods = routes.map(({ method }) => [
    method,
    (path: string, input?: Input) => request(method, path, input),
  ]);
  const { use, eject } = client;
  return { ...Object.fromEntries(methods), request, use, eject };
}

/** Headers by name, which may be given as pairs too. */
function namedHeaders(headers: Input["headers"]): Input["headers"] {
  // Not by its class: it may be of another realm, or of another implementation.
  return Object(headers)[Symbol.iterator]
    ? Object.fromEntries(new Headers(Array.from(headers as unknown as Iterable<[string, string]>)))
    : headers;
}
