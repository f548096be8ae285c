import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Mock } from "../../src/index.ts";
import type { Passing, Spoil } from "./faults.ts";

/** A server that passes requests on to the mock and spoils the answers, for as long as it is used. */
export async function withFault<T>(mock: Mock, spoil: Spoil, use: (url: string) => Promise<T>): Promise<T> {
  const server = createServer((request, response) => void passOn(mock, request, response, spoil));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  try {
    return await use(`http://127.0.0.1:${port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function passOn(
  mock: Mock,
  request: IncomingMessage,
  response: ServerResponse,
  spoil: Spoil,
): Promise<void> {
  const { method = "GET", url = "/" } = request;
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  const answer = await mock.answer({ method, target: url, headers });
  const lower = Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), value]);
  const passing: Passing = {
    method,
    url,
    request: new Headers(headers),
    status: answer.status,
    headers: Object.fromEntries(lower),
    body: answer.body ?? "",
  };
  const spoilt = spoil(passing);
  response.writeHead(spoilt.status, spoilt.headers).end(spoilt.body);
}
