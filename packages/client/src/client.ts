import { readAnswer } from "./answer.ts";
import { ApiError } from "./api-error.ts";
import { readConfig } from "./config.ts";
import { createEngine, type Engine, type RequestInput } from "./dispatch.ts";
import { ConfigurationError } from "./errors.ts";
import type { Auth, Client, ClientOptions, CreateClient } from "./generated/types.ts";
import { placeArguments } from "./parameters.ts";
import type { Route } from "./route.ts";
import { Answer } from "./transport.ts";
import type { CallOptions } from "./types.ts";

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Makes a client: a method for each operation that its way of authenticating opens.
 *
 * @throws {ConfigurationError} An option cannot work. No message shows the value of a credential.
 */
export const createClient: CreateClient = (
  options: ClientOptions & { readonly auth?: Auth | undefined },
): Client => {
  const engine = createEngine(readConfig({ ...options }));
  const methods: Record<string, unknown> = {};
  const safe: Record<string, unknown> = {};
  for (const route of engine.routes) {
    const { operationId } = route.operation;
    methods[operationId] = (args?: Arguments, call?: CallOptions) =>
      perform(engine, route, dataOf, args, call);
    safe[operationId] = (args?: Arguments, call?: CallOptions) =>
      perform(engine, route, resultOf, args, call).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        return { error, response: error.response };
      });
  }
  // The members are those of the table, which the type is generated with.
  return { ...methods, safe, raw: createRaw(engine) } as unknown as Client;
};

const dataOf = (data: unknown): unknown => data;
const resultOf = (data: unknown, response: Response): unknown => ({ data, response });

async function perform(
  engine: Engine,
  route: Route,
  shape: (data: unknown, response: Response) => unknown,
  args: Arguments = {},
  call: CallOptions = {},
): Promise<unknown> {
  const { operation } = route;
  const { path, query, header } = placeArguments(operation, args);
  const secrets: string[] = [];
  const parseAs = engine.hasMiddleware() ? "arrayBuffer" : "stream";
  const input = { params: { path, query }, header, body: args["body"], parseAs };
  const { data, error, response } = await engine.dispatch(route, input, call, false, secrets);
  const list = operation.includes && args[operation.includes.argument];
  const asked = Array.isArray(list) ? list : list === undefined ? [] : [list];
  const answer =
    response instanceof Answer
      ? { response: response.response, status: response.status, body: response.body, secrets }
      : { response, status: response.status, body: bodyOf(data ?? error), secrets };
  return shape(readAnswer(operation, answer, asked), answer.response);
}

/** The body of an answer that went through hooks. openapi-fetch has parsed that of an error. */
function bodyOf(body: unknown): string | Uint8Array {
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  return typeof body === "string" ? body : (JSON.stringify(body) ?? "");
}

/** openapi-fetch's own methods. */
function createRaw(engine: Engine): Record<string, unknown> {
  const request = async (
    method: string,
    path: string,
    input: RequestInput & CallOptions = {},
  ): Promise<unknown> => {
    const route = engine.routes.find(
      ({ operation }) => operation.method === method.toUpperCase() && operation.path === path,
    );
    if (!route) throw new ConfigurationError(`The contract has no operation ${method} ${path}.`);
    return engine.dispatch(route, input, input, true, []);
  };
  const { use, eject } = engine;
  const raw: Record<string, unknown> = { request, use, eject };
  for (const { operation } of engine.routes) {
    raw[operation.method] = (path: string, input?: RequestInput & CallOptions) =>
      request(operation.method, path, input);
  }
  return raw;
}
