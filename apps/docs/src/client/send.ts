import { ApiError, ConnectionError, createClient, StatusError } from "@workflow-api/client";
import { fill } from "../samples/fill.ts";
import type { TryData, TryWay } from "../view/try-data.ts";
import { readerValues, withoutSecrets } from "./reader.ts";
import { resultOf } from "./try-result.ts";

/** A request as it went out, and what came back, as far as the browser lets a page see it. */
export interface Trace {
  request?: Request;
  response?: Response;
  body?: string;
}

/**
 * Sends a scenario's request by the typed client, with these arguments, or as it stands if the client cannot; and
 * shows what came of it.
 */
export async function send(
  { ways, status, answer }: TryData,
  wayIndex: number,
  args: Readonly<Record<string, unknown>>,
): Promise<Node[]> {
  const way = ways[wayIndex] ?? ways[0];
  if (way === undefined) {
    return [];
  }
  const trace: Trace = {};
  const problem = await (way.call === undefined ? sendPlain(way, trace) : sendByClient(way, args, trace));
  return resultOf({ trace, problem: problem && withoutSecrets(problem), expected: { status, answer } });
}

async function sendByClient(
  { call }: TryWay,
  args: Readonly<Record<string, unknown>>,
  trace: Trace,
): Promise<string | undefined> {
  try {
    const options = JSON.parse(filled(JSON.stringify(call?.options)));
    const client: unknown = createClient({ ...options, fetch: tracing(trace), retry: 0, timeout: 10_000 });
    const method: unknown = Reflect.get(Object(client), call?.method ?? "");
    if (typeof method === "function") {
      await method(args);
    }
    return undefined;
  } catch (error) {
    return describe(error, trace);
  }
}

async function sendPlain({ request }: TryWay, trace: Trace): Promise<string | undefined> {
  const { method, url, headers, body } = JSON.parse(filled(JSON.stringify(request)));
  try {
    const init = body === undefined ? { method, headers } : { method, headers, body };
    await tracing(trace)(new Request(url, init));
    return undefined;
  } catch (error) {
    return describe(error, trace);
  }
}

/** The values stand within JSON strings, which are quoted as those of TypeScript are. */
function filled(json: string): string {
  return fill(json, "ts", readerValues());
}

function tracing(trace: Trace): typeof fetch {
  return async (input, init) => {
    trace.request = new Request(input, init);
    const response = await fetch(trace.request.clone());
    trace.response = response.clone();
    trace.body = await response.clone().text();
    return response;
  };
}

function describe(error: unknown, { response }: Trace): string | undefined {
  if (response === undefined && (error instanceof ConnectionError || !(error instanceof ApiError))) {
    const reason =
      error instanceof ConnectionError || error instanceof TypeError ? "" : ` (${String(error)})`;
    return `No answer${reason}. Is the mock running? Start it with "npm start" in the repository, or give the address of another server above.`;
  }
  // A documented error is an answer like any other.
  return error instanceof StatusError ? undefined : String(error instanceof Error ? error.message : error);
}
