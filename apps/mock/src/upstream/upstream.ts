import type { ServerResponse } from "node:http";
import type { Contract, HttpRequest } from "@workflow-api/contract";
import type { Mock } from "../mock.ts";
import { createBody, hasBody } from "../server/body.ts";
import { createExchangeJudge, type ExchangeJudge } from "./exchange.ts";
import { type Client, type ForwardedRequest, type Forwarding, forward } from "./forward.ts";
import { createService } from "./service.ts";
import { parseUpstream, servicePathOf } from "./service-path.ts";

/** The real service behind the mock. */
export interface UpstreamOptions {
  /** Its base URL. Nothing is sent to another host. */
  readonly url: string;
  /** The operationIds of the operations that the mock responds to. Default: none. */
  readonly mocked?: readonly string[] | undefined;
  /** Whether what breaks the contract is refused, in either direction. Default: no. */
  readonly isStrict?: boolean | undefined;
  /** Whether redirects and cookies are rewritten so that clients stay at the mock. Default: no. */
  readonly isRewriting?: boolean | undefined;
  /** How long it may take to respond, in milliseconds. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
}

/** Forwards requests to the real service, and validates both directions. */
export interface Upstream {
  /** Its base URL, without a trailing slash. */
  readonly url: string;
  /** What forwards a request. `undefined`: the mock responds to it. */
  forwarderFor(mock: Mock, request: HttpRequest): Forwarder | undefined;
}

type Forwarder = (forwarded: ForwardedRequest) => Promise<void>;

/**
 * @throws {SettingError} The URL has more than a path, or is none.
 * @throws {UsageError} The proxy that the environment names is no URL.
 */
export function createUpstream(options: UpstreamOptions): Upstream {
  const { isRewriting = false, isStrict = false, mocked = [], timeoutMs = 30_000 } = options;
  const url = parseUpstream(options.url);
  const service = createService(new URL(url.origin), timeoutMs);
  const settings = { isRewriting, isStrict, service, url };
  let judge: ExchangeJudge | undefined;
  const judgeBy = (contract: Contract): ExchangeJudge => {
    if (judge?.contract !== contract) judge = createExchangeJudge(contract);
    return judge;
  };
  return {
    url: url.href.replace(/\/+$/, ""),
    forwarderFor(mock, request) {
      const { contract, controls } = mock;
      const { method, path } = request;
      const route = contract.route(method === "HEAD" ? "GET" : method, path);
      const operationId = route.operation?.operationId;
      const isMocked =
        operationId !== undefined &&
        (mocked.includes(operationId) || controls.hasSequence(operationId));
      if (isMocked) return undefined;
      const servicePath = servicePathOf(contract, url, path, route);
      const parts = { settings, mock, request, servicePath, judge: judgeBy(contract) };
      return (forwarded) => forward(startForwarding(forwarded, parts));
    },
  };
}

type ForwardingParts = Pick<Forwarding, "judge" | "mock" | "request" | "servicePath" | "settings">;

function startForwarding(forwarded: ForwardedRequest, parts: ForwardingParts): Forwarding {
  const { incoming, response } = forwarded;
  const { mock, request } = parts;
  const encoding = request.headers["content-encoding"];
  const body = hasBody(request) ? createBody(incoming, encoding) : undefined;
  const client = watchClient(response);
  return { ...forwarded, ...parts, body, client, entry: mock.journal.begin(request) };
}

function watchClient(response: ServerResponse): Client {
  let hasLeft = false;
  const listeners: (() => void)[] = [];
  response.once("close", () => {
    if (response.writableFinished) return;
    hasLeft = true;
    for (const listener of listeners) listener();
  });
  return { hasLeft: () => hasLeft, onLeave: (listener) => listeners.push(listener) };
}
