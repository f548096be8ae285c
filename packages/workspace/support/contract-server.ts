import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { createMaker, NoResponse, type Secrets, type Target } from "@workflow-api/conformance";
import {
  askedIncludes,
  type Contract,
  type HttpRequest,
  type HttpResponse,
  identify,
  type JsonValue,
  type JudgedRequest,
  negotiate,
  type Operation,
  pruneIncludes,
  type Response,
  responseFor,
  type Scenario,
  selectScenario,
  serializeParameter,
  type Violation,
} from "@workflow-api/contract";
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
  /** Its response instead of the correct one. `undefined`: it hangs up. */
  readonly changes?: (exchange: Exchange) => HttpResponse | undefined;
}

const bare = (status: number): HttpResponse => ({ status, headers: {}, body: "" });

/**
 * A server in this process that responds with the examples of a contract, except its departures.
 */
export function createContractTarget(contract: Contract, departure: Departure = {}): Target {
  const maker = createMaker();
  const respond = (
    documented: Response,
    chosen?: { mediaType: string; body: JsonValue },
  ): HttpResponse => {
    const [media] = documented.content;
    const headers = documented.headers.flatMap((header) => {
      const value = [...header.examples.values()][0] ?? maker.sample(header.shape) ?? "";
      return [[header.name.toLowerCase(), serializeParameter(header, value)] as const];
    });
    const { status } = documented;
    if (media === undefined) return { status, headers: Object.fromEntries(headers), body: "" };
    const value = chosen?.body ?? media.examples[0]?.value ?? maker.sample(media.shape) ?? null;
    const type = { "content-type": chosen?.mediaType ?? media.mediaType };
    return {
      status,
      headers: { ...Object.fromEntries(headers), ...type },
      body: JSON.stringify(value),
    };
  };
  const refuse = (
    operation: Operation,
    ...statuses: readonly [number, ...number[]]
  ): HttpResponse => {
    const [status = statuses[0]] = statuses.filter((each) => responseFor(operation, each));
    const documented = documentedFor(operation, status);
    return documented === undefined ? bare(status) : respond(documented);
  };
  const refusalOf = (
    operation: Operation,
    [first]: readonly Violation[],
  ): HttpResponse | undefined => {
    if (first === undefined) return undefined;
    if (first.keyword === "security" || first.keyword === "secret") return refuse(operation, 401);
    return first.keyword === "mediaType" ? refuse(operation, 415) : refuse(operation, 422, 400);
  };
  const answer = (
    operation: Operation,
    request: HttpRequest,
    { body, values }: JudgedRequest,
  ): HttpResponse => {
    const selects = departure.selects ?? (() => selectScenario(operation, values, body)?.scenario);
    const scenario = selects(operation, values);
    if (typeof scenario === "number") return refuse(operation, scenario);
    const documented = scenario && documentedFor(operation, scenario.status);
    if (documented === undefined) return bare(204);
    const types = documented.content.map(({ mediaType }) => mediaType);
    if (types.length > 0 && negotiate(request.headers["accept"], types) === undefined)
      return refuse(operation, 406);
    if (scenario?.response === undefined) return respond(documented);
    const asked = askedIncludes(operation, values);
    const pruned = pruneIncludes(operation, asked, scenario.response.body);
    return respond(documented, {
      ...scenario.response,
      body: documented.isSuccess ? identify(operation, values, pruned) : scenario.response.body,
    });
  };
  const exchange = (request: HttpRequest): Exchange => {
    const judged = contract.judge(request);
    const { methods, operation } = judged;
    const allow = { allow: methods.join(", ") };
    const unknown = methods.length === 0 ? bare(404) : { ...bare(405), headers: allow };
    if (operation === undefined)
      return { request, response: unknown, operation, values: new Map() };
    const wrong = wrongSecrets(operation, request, departure.secrets);
    const refused = [...judged.unauthenticated, ...wrong, ...judged.violations].filter(
      (violation) => departure.overlooks?.(violation, request) !== true,
    );
    const response = refusalOf(operation, refused) ?? answer(operation, request, judged);
    return { request, response, operation, values: judged.values };
  };
  return {
    send: (request) => {
      const exchanged = exchange(request);
      const response =
        departure.changes === undefined ? exchanged.response : departure.changes(exchanged);
      return response === undefined
        ? Promise.reject(new NoResponse(request.method, request.target, "socket hang up"))
        : Promise.resolve(response);
    },
  };
}

/** The documented response of a status, with this status in place of its range. */
function documentedFor(operation: Operation, status: number): Response | undefined {
  const found = responseFor(operation, status);
  return found && { ...found, status };
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
  return { method, target: url, headers: Object.fromEntries(headers), body: await text(incoming) };
}
