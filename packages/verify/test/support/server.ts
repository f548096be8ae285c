import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { text } from "node:stream/consumers";
import type { SecureContextOptions } from "node:tls";
import { createMaker, NoResponse, type Secrets, type Target } from "@workflow-api/conformance";
import {
  askedIncludes,
  type Contract,
  credentialIn,
  type HttpRequest,
  type HttpResponse,
  type JudgedRequest,
  type Operation,
  type ParameterValues,
  pruneIncludes,
  selectScenario,
  serializeParameter,
  type Violation,
} from "@workflow-api/contract";
import { parseTarget, responseFor } from "@workflow-api/contract/http";
import { isObject, type JsonObject, type JsonValue, replaceAt } from "@workflow-api/contract/json";
import { listenOnFreePort } from "@workflow-api/workspace/testing";

/** A request, and the response of a correct server. */
export interface Exchange {
  readonly request: HttpRequest;
  readonly response: HttpResponse;
  /** `undefined`: the contract has no such path, or not this method of it. */
  readonly operation: Operation | undefined;
  readonly values: ParameterValues;
  /** The documented response with a status. */
  readonly respond: (status: number) => HttpResponse;
}

/** How a server differs from a correct one. */
export interface Departure {
  /** The secrets that it knows, by security scheme. Without them it takes any. */
  readonly secrets?: Secrets;
  /** What it does not refuse although the contract does. `keyword` of a wrong secret: `secret`. */
  readonly overlooks?: (violation: Violation, request: HttpRequest) => boolean;
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

/** A server in this process that responds with the examples of a contract. */
export function createContractTarget(contract: Contract, departure: Departure = {}): Target {
  const { changes = () => ({}), overlooks = () => false, secrets } = departure;
  const memory = createMemory();
  return {
    send: async (request) => {
      const judged = contract.judge(request);
      const { operation, unauthenticated, values, violations } = judged;
      const wrong = wrongSecrets(judged, request, secrets);
      const refused = [...unauthenticated, ...wrong, ...violations].find(
        (violation) => !overlooks(violation, request),
      );
      const respond = (status: number): HttpResponse => documented(operation, status);
      const response =
        refused === undefined
          ? memory(request, judged, success(judged))
          : respond(refusal(judged, refused));
      const changed = changes({ request, response, operation, values, respond });
      if (changed !== undefined) return { ...response, ...changed };
      throw new NoResponse(request.method, request.path, "socket hang up");
    },
  };
}

type Respond = (request: HttpRequest, judged: JudgedRequest, right: HttpResponse) => HttpResponse;

/** What a server remembers: what was deleted is gone, and what was written is shown. */
function createMemory(): Respond {
  const gone = new Set<string>();
  const written = new Map<string, JsonObject>();
  const write = (method: string, path: string, body: JsonValue | undefined): void => {
    if (method === "DELETE") gone.add(path);
    // The examples have one id, which comes back with the next creation.
    if (method === "POST") for (const each of gone) if (each.startsWith(path)) gone.delete(each);
    if (/^P(UT|ATCH)$/.test(method) && isObject(body))
      written.set(path, { ...written.get(path), ...body });
  };
  return ({ method, path }, { body, operation }, right) => {
    if (gone.has(path)) return documented(operation, 404);
    if (right.status < 300) write(method, path, body);
    const changes = right.status < 300 ? written.get(path) : undefined;
    if (method !== "GET" || changes === undefined) return right;
    const read: JsonObject = JSON.parse(right.body);
    const kept = Object.entries(changes).filter(([name]) => name in read);
    return { ...right, body: JSON.stringify({ ...read, ...Object.fromEntries(kept) }) };
  };
}

/** The status that refuses a request. */
function refusal({ operation }: JudgedRequest, { keyword }: Violation): number {
  if (keyword === "security" || keyword === "secret") return 401;
  if (keyword === "mediaType") return 415;
  return operation && responseFor(operation, 400) && !responseFor(operation, 422) ? 400 : 422;
}

function success({ body, methods, operation, values }: JudgedRequest): HttpResponse {
  if (operation === undefined) return documented(operation, methods.length === 0 ? 404 : 405);
  const { response, status = 204 } = selectScenario(operation, values, body)?.scenario ?? {};
  if (response === undefined || status >= 300) return documented(operation, status, response?.body);
  const pruned = pruneIncludes(operation, askedIncludes(operation, values), response.body);
  const identified = operation.parameters.reduce<JsonValue>((all, { identifies, key }) => {
    return identifies === undefined ? all : replaceAt(all, identifies, values.get(key));
  }, pruned);
  return documented(operation, status, identified);
}

const maker = createMaker();

/** A response as it is documented: its body is the given one, an example, or made by its schema. */
function documented(
  operation: Operation | undefined,
  status: number,
  given?: JsonValue,
): HttpResponse {
  const response = operation && responseFor(operation, status);
  const [media] = response?.content ?? [];
  const written = (response?.headers ?? []).map((header) => {
    const value = header.examples[0]?.value ?? maker.sample(header.shape) ?? "";
    return [header.name.toLowerCase(), serializeParameter(header, value)] as const;
  });
  const headers = Object.fromEntries(written);
  if (media === undefined) return { status, headers, body: "" };
  const value = given ?? media.examples[0]?.value ?? maker.sample(media.shape) ?? null;
  const body = JSON.stringify(value);
  return { status, headers: { ...headers, "content-type": media.mediaType }, body };
}

/** A violation unless the request has the right secrets of a security requirement. */
function wrongSecrets(
  { operation }: JudgedRequest,
  request: HttpRequest,
  secrets: Secrets | undefined,
): Violation[] {
  const requirements = operation?.security ?? [];
  const isRight = requirements.some((requirement) =>
    requirement.every((scheme) => {
      const secret = secrets?.[scheme.name] ?? "";
      const isBasic = scheme.type === "basic";
      const credential = isBasic ? Buffer.from(secret).toString("base64") : secret;
      return credentialIn(request, scheme)?.endsWith(credential);
    }),
  );
  if (isRight || requirements.length === 0) return [];
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
export async function listen(target: Target, tls?: SecureContextOptions): Promise<RunningServer> {
  const requests: HttpRequest[] = [];
  const respond: RequestListener = async (incoming, outgoing) => {
    const request = await readRequest(incoming);
    requests.push(request);
    try {
      const { body, headers, status } = await target.send(request);
      outgoing.writeHead(status, headers).end(body);
    } catch {
      incoming.socket.destroy();
    }
  };
  const server = tls ? createSecureServer(tls, respond) : createServer(respond);
  const port = await listenOnFreePort(server);
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http${tls ? "s" : ""}://127.0.0.1:${port}`, requests, close };
}

async function readRequest(incoming: IncomingMessage): Promise<HttpRequest> {
  const { headersDistinct, method = "GET", url = "/" } = incoming;
  const headers = Object.entries(headersDistinct).map(([name, values = []]) => [
    name,
    values.join(", "),
  ]);
  return {
    method,
    ...parseTarget(url),
    headers: Object.fromEntries(headers),
    body: await text(incoming),
  };
}
