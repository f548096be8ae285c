import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A server that behaves as the id of the cage, or of the task instance, says. */
export interface BehavingService {
  readonly url: string;
  close(): void;
}

const JSON_API = { "Content-Type": "application/vnd.api+json" };
const CAGE = {
  type: "variables_cages",
  id: "cage-1",
  attributes: { name: "Parties", type: "custom", category: "text" },
};

const behaviours: Readonly<Record<string, (response: ServerResponse) => void>> = {
  stall: (response) => void response.writeHead(200, JSON_API).write('{"data":'),
  silent: () => {},
  break: (response) => void response.writeHead(200, JSON_API).write('{"data":', () => response.destroy()),
  redirect: (response) => void response.writeHead(302, { Location: "/elsewhere" }).end(),
  html: (response) =>
    void response.writeHead(502, { "Content-Type": "text/html" }).end("<h1>Bad Gateway</h1>"),
  garbage: (response) => void response.writeHead(200, JSON_API).end('{"data":'),
  large: (response) => void response.writeHead(200, JSON_API).end(" ".repeat(100_000)),
  unknown: (response) =>
    void response
      .writeHead(404, JSON_API)
      .end(JSON.stringify({ status: 404, code: 404, title: "Not Found" })),
};

/** Starts the server that the behaviour suite calls. Pages of any origin may call it, with any header. */
export async function startBehavingService(): Promise<BehavingService> {
  let busy = 0;
  const server = createServer((request, response) => {
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader(
      "Access-Control-Allow-Headers",
      request.headers["access-control-request-headers"] ?? "*",
    );
    if (request.method === "OPTIONS") return response.writeHead(204).end();
    const name = /(\w+)(\/reset)?(\?.*)?$/.exec(request.url ?? "")?.[1] ?? "";
    const behaviour = behaviours[name];
    if (behaviour) return behaviour(response);
    if (name === "busy" && busy++ % 2 === 0) return response.writeHead(503, { "Retry-After": "0" }).end();
    const { headers, method, url } = request;
    const body = {
      acknowledge: true,
      data: { ...CAGE, relationships: { author: { data: { id: "user-1", attributes: {} } } } },
    };
    return response
      .writeHead(200, JSON_API)
      .end(JSON.stringify({ ...body, received: { method, url, headers } }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
