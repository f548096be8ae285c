import { createClient } from "@workflow-api/client";
import { baseUrlOptions, designClient } from "@workflow-api/client/calls";
import {
  askedIncludes,
  type Contract,
  type HttpRequest,
  loadContract,
  type Operation,
  type ParameterValues,
  pruneIncludes,
  type Scenario,
  type SecurityScheme,
} from "@workflow-api/contract";
import type { JsonValue } from "@workflow-api/contract/json";
import { expect } from "vitest";

/** The contract that the client, the types and the mock of this repository are made from. */
export const contract: Contract = loadContract();

/** Every scenario of the contract. */
export const scenarios: readonly { operation: Operation; scenario: Scenario }[] =
  contract.operations.flatMap((operation) =>
    operation.scenarios.map((scenario) => ({ operation, scenario })),
  );

/**
 * Whether stock Prism serves an operation. It overflows its stack where a schema leads back to
 * itself, and then ends.
 */
export function isServedByPrism({ requestBody, responses }: Operation): boolean {
  const content = [requestBody?.content ?? [], ...responses.map((each) => each.content)].flat();
  return content.every(({ shape }) => shape.recursions.length === 0);
}

/** The same with titles for the rows of a test, such as `getThing 200 full`. */
export const titledScenarios: readonly (readonly [string, Operation, Scenario])[] = scenarios.map(
  ({ operation, scenario }) => [
    `${operation.operationId} ${scenario.status} ${scenario.name}`,
    operation,
    scenario,
  ],
);

/** The body of a response without what a call does not include. */
export function includedBody(
  { operation, values }: Pick<Call, "operation" | "values">,
  body: JsonValue | undefined,
): JsonValue | undefined {
  return body === undefined
    ? body
    : pruneIncludes(operation, askedIncludes(operation, values), body);
}

/** A call: its operation, and the values that are sent. */
export interface Call {
  readonly operation: Operation;
  readonly values: ParameterValues;
  readonly body?: JsonValue | undefined;
}

/** How a call is sent. */
export interface CallOptions {
  /** The security schemes that it has credentials of. Default: the first requirement. */
  readonly schemes?: readonly string[];
  /** The credential of every scheme. Default: `any`. */
  readonly secret?: string;
  /** More headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The result of a call: the data, or what is typed of the error. */
export type Result =
  | { readonly data: unknown }
  | { readonly kind: string; readonly status: number | undefined; readonly body: unknown };

/**
 * Calls a server by the typed client: by the method of the operation, and by openapi-fetch, which
 * must end in the same.
 */
export async function callClient(
  url: string,
  call: Call,
  options: CallOptions = {},
): Promise<Result> {
  const { method, operationId, path } = call.operation;
  const client = clientFor(url, call, options);
  const { headers = {} } = options;
  const body = call.body === undefined ? {} : { body: call.body };
  const { argumentsOf } = designClient(contract);
  const args = argumentsOf(call.operation).map(({ name, parameter: { key } }) => {
    return [name, call.values.get(key)];
  });
  const { data, error } = await Reflect.get(Object(client).safe, operationId)(
    { ...Object.fromEntries(args), ...body },
    { headers },
  );
  const init = { params: paramsOf(call), ...body, headers };
  const other = await Reflect.get(client, method)(path, init);
  expect(other.data ?? other.error).toEqual(data ?? error?.body);
  expect(other.response.status).toBe(error?.status ?? other.response.status);
  return error === undefined
    ? { data }
    : { kind: error.kind, status: error.status, body: error.body };
}

/** A client with the credentials of a call, and the headers that are options of the client. */
function clientFor(url: string, call: Call, { schemes, secret = "any" }: CallOptions): object {
  const options = designClient(contract).settings.map(({ option, parameter }) => {
    const { examples, key } = parameter;
    return [option, String(call.values.get(key) ?? examples[0]?.value ?? option)];
  });
  const names = schemes ?? call.operation.security[0]?.map(({ name }) => name) ?? [];
  const used = contract.securitySchemes.filter(({ name }) => names.includes(name));
  const auth = Object.fromEntries(
    used.map((scheme) => [scheme.name, credentialOf(scheme, secret)]),
  );
  const urls = baseUrlOptions(contract, call.operation, url);
  const given = { baseUrl: url, ...urls, ...Object.fromEntries(options), auth };
  return createClient(given as never);
}

/** The values of a call as openapi-fetch takes them, without the headers that are options. */
function paramsOf({ operation, values }: Call): object {
  const params: Record<string, Record<string, unknown>> = {};
  const settings = new Set(designClient(contract).settings.map(({ parameter }) => parameter.key));
  for (const { in: location, key, name } of operation.parameters)
    if (values.has(key) && !settings.has(key))
      params[location] = { ...params[location], [name]: values.get(key) };
  return params;
}

function credentialOf({ type }: SecurityScheme, secret: string): unknown {
  return type === "basic" ? { username: "ada", password: secret } : secret;
}

/** A response on the wire. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON; `undefined` if there is none. */
  readonly body: unknown;
}

/** Sends a request without the client. */
export async function sendRaw(url: string, request: HttpRequest): Promise<RawResponse> {
  const { body, headers, method, path, query } = request;
  const target = query === "" ? path : `${path}?${query}`;

  const response = await fetch(url + target, {
    method,
    headers,
    ...(body !== "" && { body }),
  });
  const text = await response.text();
  const parsed = text === "" ? undefined : JSON.parse(text);
  return { status: response.status, headers: response.headers, body: parsed };
}
