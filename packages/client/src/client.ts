import { readAnswer } from "./answer.ts";
import { ApiError } from "./api-error.ts";
import { createEngine, type Engine, type RequestInput } from "./dispatch.ts";
import { ConfigurationError } from "./errors.ts";
import type { Auth, Client, ClientOptions, CreateClient } from "./generated/types.ts";
import type { Route } from "./route.ts";
import type { CallOptions } from "./types.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** What a method under `safe` returns if nothing fails. */
interface Success {
  readonly data: unknown;
  readonly response: Response;
}

/**
 * Makes a client: a method for each operation that its way of authenticating opens.
 *
 * @throws {ConfigurationError} An option cannot work. No message shows the value of a credential.
 */
export const createClient: CreateClient = (
  options: ClientOptions & { readonly auth?: Auth | undefined },
): Client => {
  const engine = createEngine({ ...options });
  const methods: Record<string, unknown> = {};
  const safe: Record<string, unknown> = {};
  for (const route of engine.routes) {
    const { operationId } = route;
    methods[operationId] = async (args?: Arguments, call?: CallOptions) =>
      (await perform(engine, route, args, call)).data;
    safe[operationId] = (args?: Arguments, call?: CallOptions) =>
      perform(engine, route, args, call).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        return { error, response: error.response };
      });
  }
  // The members are those of the table, which the type is generated with.
  return { ...methods, safe, raw: createRaw(engine) } as unknown as Client;
};

async function perform(
  engine: Engine,
  route: Route,
  args: Arguments = {},
  call?: CallOptions,
): Promise<Success> {
  const { parameters, head } = route;
  const params = { path: {}, query: {} } as Record<string, Record<string, unknown>>;
  for (const { in: place, name, argument = name } of parameters) {
    const into = params[place];
    if (into) into[name] = args[argument];
  }
  const secrets: string[] = [];
  const input = { params, headers: head?.(parameters, args), body: args["body"], parseAs: "arrayBuffer" };
  const { data, error, response } = await engine.dispatch(route, input, call, secrets);
  const reply = "reply" in response ? response.reply : { response, body: data ?? textOf(error) };
  return { data: readAnswer(route, reply, args, secrets), response: reply.response };
}

/** The text of an error that openapi-fetch has parsed, for hooks or for nothing. */
function textOf(error: unknown): string {
  return typeof error === "string" ? error : (JSON.stringify(error) ?? "");
}

/** openapi-fetch's own methods. */
function createRaw({ routes, use, eject, dispatch }: Engine): Record<string, unknown> {
  const request = async (
    method: string,
    path: string,
    input: RequestInput & CallOptions = {},
  ): Promise<unknown> => {
    const route = routes.find((each) => each.method === method.toUpperCase() && each.path === path);
    if (!route) throw new ConfigurationError(`The contract has no operation ${method} ${path}.`);
    return dispatch(route, input, input, [], true);
  };
  const methods = routes.map(({ method }) => [
    method,
    (path: string, input?: RequestInput & CallOptions) => request(method, path, input),
  ]);
  return { ...Object.fromEntries(methods), request, use, eject };
}
