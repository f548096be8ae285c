import { readAnswer } from "./answer.ts";
import { ApiError } from "./api-error.ts";
import { readConfig } from "./config.ts";
import { createEngine, type Engine, type RequestInput } from "./dispatch.ts";
import { ConfigurationError } from "./errors.ts";
import type { Auth, Client, ClientOptions, CreateClient } from "./generated/types.ts";
import { wire } from "./generated/wire.ts";
import { completeOperation, type Operation, placeArguments } from "./parameters.ts";
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
  const operations = Object.entries(wire).map(([name, row]) => completeOperation(name, row));
  const methods: Record<string, unknown> = {};
  const safe: Record<string, unknown> = {};
  for (const operation of operations) {
    methods[operation.operationId] = async (args?: Arguments, call?: CallOptions) =>
      (await perform(engine, operation, args, call)).data;
    safe[operation.operationId] = (args?: Arguments, call?: CallOptions) =>
      perform(engine, operation, args, call).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        return { error, response: error.response };
      });
  }
  // The members are those of the table, which the type is generated with.
  return { ...methods, safe, raw: createRaw(engine, operations) } as unknown as Client;
};

async function perform(
  engine: Engine,
  operation: Operation,
  args: Arguments = {},
  call: CallOptions = {},
): Promise<{ readonly data: unknown; readonly response: Response }> {
  const parseAs = engine.hasMiddleware() ? (operation.isBinary ? "arrayBuffer" : "text") : "stream";
  const { path, query, header } = placeArguments(operation, args);
  const input = { ...call, params: { path, query, header }, body: args["body"], parseAs };
  const { data, error, response, secrets } = await engine.dispatch(operation, input, false);
  const asked = [args[operation.includes?.argument ?? ""] ?? []].flat().map(String);
  const answer =
    response instanceof Answer
      ? { response: response.response, body: response.body }
      : { response, body: bodyOf(data ?? error) };
  return { data: readAnswer(operation, { ...answer, secrets }, asked), response: answer.response };
}

/** The body of an answer that went through hooks. openapi-fetch has parsed that of an error. */
function bodyOf(body: unknown): string | Uint8Array {
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  return typeof body === "string" ? body : (JSON.stringify(body) ?? "");
}

/** openapi-fetch's own methods. */
function createRaw(engine: Engine, operations: readonly Operation[]): Record<string, unknown> {
  const request = async (method: string, path: string, input: RequestInput = {}): Promise<unknown> => {
    const operation = operations.find((each) => each.method === method.toUpperCase() && each.path === path);
    if (!operation) throw new ConfigurationError(`The contract has no operation ${method} ${path}.`);
    const { secrets, ...result } = await engine.dispatch(operation, input, true);
    return result;
  };
  const { use, eject } = engine;
  const raw: Record<string, unknown> = { request, use, eject };
  for (const { method } of operations) {
    raw[method] = (path: string, input?: RequestInput) => request(method, path, input);
  }
  return raw;
}
