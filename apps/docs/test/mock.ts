import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import { fileURLToPath } from "node:url";
import { runCommand } from "@workflow-api/workspace/testing";

const bin = fileURLToPath(new URL("../../mock/dist/bin.js", import.meta.url));

/** A server that was started for a test. */
export interface Service {
  /** Without a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the mock as its users do, by its command, with further arguments. */
export async function startMockProcess(...args: readonly string[]): Promise<Service> {
  const mock = runCommand(import.meta.dirname, process.execPath, bin, "--port", "0", ...args);
  const url = await mock.printed(/http:\/\/127\.0\.0\.1:\d+/);
  return {
    url,
    close: async () => {
      mock.signal("SIGTERM");
      await mock.exit;
    },
  };
}

/** A request as it came, and the answer as it went back. */
export interface Exchange {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingMessage["headers"];
  readonly requestBody: string;
  readonly status: number;
  readonly body: string;
}

/** A server between a caller and the mock that keeps what they say, by the first segment of the path. */
export async function startRecorder(
  upstream: string,
): Promise<Service & { exchangesOf(key: string): Exchange[] }> {
  const kept = new Map<string, Exchange[]>();
  const server = createServer(async (incoming, outgoing) => {
    const [, key = "", target = "/"] = /^\/([^/]+)(\/.*)$/.exec(incoming.url ?? "") ?? [];
    const requestBody = await textOf(incoming);
    const { method = "GET", headers } = incoming;
    const forwarded = request(new URL(target, upstream), {
      method,
      headers: { ...headers, host: new URL(upstream).host },
    });
    forwarded.end(requestBody);
    const [answer] = await once(forwarded, "response");
    const body = await textOf(answer);
    const exchange = { method, target, headers, requestBody, status: answer.statusCode, body };
    kept.set(key, [...(kept.get(key) ?? []), exchange]);
    outgoing
      .writeHead(answer.statusCode, { "content-type": answer.headers["content-type"] ?? "text/plain" })
      .end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    exchangesOf: (key) => kept.get(key) ?? [],
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
