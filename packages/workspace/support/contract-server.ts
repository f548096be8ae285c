import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { createMaker, NoResponse, type Secrets, type Target } from "@workflow-api/conformance";
import {
  askedIncludes,
  type Contract,
  type HttpRequest,
  type HttpResponse,
  type JudgedRequest,
  type Operation,
  pruneIncludes,
  type Response,
  type Scenario,
  selectScenario,
  serializeParameter,
  type Violation,
} from "@workflow-api/contract";
import { negotiate, parseTarget, responseFor } from "@workflow-api/contract/http";
import { type JsonValue, replaceAt } from "@workflow-api/contract/json";
import { listenOnFreePort } from "./testing.ts";

/** A request, and the response of a correct server. */
export interface Exchange {
  readonly request: HttpRequest;
  readonly response: HttpResponse;
  /** `undefined`: the contract has no such path, or not this method of it. */
  readonly operation: Operation | undefined;
  /** The values of its parameters, by `Parameter.key`. */
  readonly values: ReadonlyMap<string, JsonValue>;
}

/** How a server differs from the examples of the contract. */
export interface Departure {
  /** The secrets that it knows, by security scheme. Without them it takes any. */
  readonly secrets?: Secrets;
  /**
   * What it does not refuse although the contract does; `keyword` of a wrong secret is `secret`.
   */
  readonly overlooks?: (violation: Violation, request: HttpRequest) => boolean;
  /**
   * The scenario of its response, or the status of a failure. By default the scenario that the
   * request selects.
   */
  readonly selects?: (
    operation: Operation,
    values: Exchange["values"],
  ) => Scenario | number | undefined;
  /** What differs from the correct response. `undefined`: it hangs up. */
  readonly changes?: (exchange: Exchange) => Partial<HttpResponse> | undefined;
}

/** A departure of some responses alone. */
export function where(
  holds: (exchange: Exchange) => boolean,
  changed: Partial<HttpResponse> | undefined,
): Departure {
  return { changes: (exchange) => (holds(exchange) ? changed : {}) };
}

/**
 * A server in this process that responds with the examples of a contract, except its departures.
 */
export function createContractTarget(contract: Contract, departure: Departure = {}): Target {
  const maker = createMaker();
  return {
    send: async (request) => {
      const exchange = exchangeFor({ contract, departure, maker }, request);
      const { changes = () => ({}) } = departure;
      const changed = changes(exchange);
      if (changed !== undefined) return { ...exchange.response, ...changed };
      throw new NoResponse(request.method, request.path, "socket hang up");
    },
  };
}

/** What responses are made from. */
interface Parts {
  readonly contract: Contract;
  readonly departure: Departure;
  readonly maker: ReturnType<typeof createMaker>;
}

function exchangeFor(parts: Parts, request: HttpRequest): Exchange {
  const { contract, departure } = parts;
  const judged = contract.judge(request);
  const { methods, operation, unauthenticated, values, violations } = judged;
  if (operation === undefined) {
    const allow = methods.join(", ");
    const response = methods.length === 0 ? bare(404) : { ...bare(405), headers: { allow } };
    return { request, response, operation, values };
  }
  const wrong = wrongSecrets(operation, request, departure.secrets);
  const [refused] = [...unauthenticated, ...wrong, ...violations].filter(
    (violation) => departure.overlooks?.(violation, request) !== true,
  );
  const response =
    refused === undefined
      ? answer(parts, operation, request, judged)
      : refuse(parts, operation, ...refusalsOf(refused));
  return { request, response, operation, values };
}

/** The statuses that say so, the first of which is documented is sent. */
function refusalsOf({ keyword }: Violation): readonly [number, ...number[]] {
  if (keyword === "security" || keyword === "secret") return [401];
  return keyword === "mediaType" ? [415] : [422, 400];
}

function answer(
  parts: Parts,
  operation: Operation,
  { headers }: HttpRequest,
  { body, values }: JudgedRequest,
): HttpResponse {
  const { departure } = parts;
  const selects = departure.selects ?? (() => selectScenario(operation, values, body)?.scenario);
  const scenario = selects(operation, values);
  if (typeof scenario === "number") return refuse(parts, operation, scenario);
  if (scenario === undefined) return bare(204);
  const documented = documentedFor(operation, scenario.status);
  if (documented === undefined) return bare(scenario.status);
  const types = documented.content.map(({ mediaType }) => mediaType);
  if (types.length > 0 && negotiate(headers["accept"], types) === undefined)
    return refuse(parts, operation, 406);
  const { response } = scenario;
  if (response === undefined || !documented.isSuccess) return respond(parts, documented, response);
  const pruned = pruneIncludes(operation, askedIncludes(operation, values), response.body);
  const identified = operation.parameters.reduce<JsonValue>((all, { identifies, key }) => {
    return identifies === undefined ? all : replaceAt(all, identifies, values.get(key));
  }, pruned);
  return respond(parts, documented, { ...response, body: identified });
}

/** A failure with the first of these statuses that is documented. */
function refuse(
  parts: Parts,
  operation: Operation,
  ...statuses: readonly [number, ...number[]]
): HttpResponse {
  const [status = statuses[0]] = statuses.filter((each) => responseFor(operation, each));
  const documented = documentedFor(operation, status);
  return documented === undefined ? bare(status) : respond(parts, documented);
}

function bare(status: number): HttpResponse {
  return { status, headers: {}, body: "" };
}

/** The documentation of a status, with the status in place of its range. */
function documentedFor(operation: Operation, status: number): Response | undefined {
  const found = responseFor(operation, status);
  return found && { ...found, status };
}

/** A documented response: its body is the given one, an example, or else made from the schema. */
function respond(
  { maker }: Parts,
  { content: [media], headers: documented, status }: Response,
  given?: { readonly mediaType: string; readonly body: JsonValue },
): HttpResponse {
  const headers: Record<string, string> = {};
  for (const header of documented) {
    const value = header.examples[0]?.value ?? maker.sample(header.shape) ?? "";
    headers[header.name.toLowerCase()] = serializeParameter(header, value);
  }
  if (media === undefined) return { status, headers, body: "" };
  headers["content-type"] = given?.mediaType ?? media.mediaType;
  const value = given?.body ?? media.examples[0]?.value ?? maker.sample(media.shape) ?? null;
  return { status, headers, body: JSON.stringify(value) };
}

/** A violation unless one complete security requirement has the right secrets. */
function wrongSecrets(
  { security }: Operation,
  { headers }: HttpRequest,
  secrets?: Secrets,
): Violation[] {
  const isRight = security.some((way) =>
    way.every(({ header, name, type }) => {
      const text = headers[header.toLowerCase()] ?? "";
      const token = text.replace(new RegExp(`^${type} +`, "i"), "");
      const sent = type === "basic" ? Buffer.from(token, "base64").toString() : token;
      return sent === secrets?.[name];
    }),
  );
  if (secrets === undefined || security.length === 0 || isRight) return [];
  return [{ part: "security", pointer: "", keyword: "secret", message: "must be known" }];
}

/** A server that listens. */
export interface RunningServer {
  readonly url: string;
  /** The requests so far. */
  readonly requests: readonly HttpRequest[];
  close(): Promise<void>;
}

/** Serves a target on a free port. If the target rejects, the connection is closed. */
export async function listen(target: Target): Promise<RunningServer> {
  const requests: HttpRequest[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const request = await readRequest(incoming);
    requests.push(request);
    try {
      const { body, headers, status } = await target.send(request);
      outgoing.writeHead(status, headers).end(body);
    } catch {
      incoming.socket.destroy();
    }
  });
  const port = await listenOnFreePort(server);
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}`, requests, close };
}

async function readRequest(incoming: IncomingMessage): Promise<HttpRequest> {
  const headers = Object.entries(incoming.headersDistinct).map(([name, values = []]) => [
    name,
    values.join(", "),
  ]);
  const { method = "GET", url = "/" } = incoming;
  const named = Object.fromEntries(headers);
  return { method, ...parseTarget(url), headers: named, body: await text(incoming) };
}
