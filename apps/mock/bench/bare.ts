import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { createOutput } from "../src/cli/output.ts";
import { createLargeBody } from "./large-body.ts";

// The peers of the benchmarks: what Node.js needs at least for the same bytes and the same log.
// `bare.ts server PORT RESPONSE` sends a response, or a large one; `bare.ts proxy PORT URL`
// forwards to a URL.

const [kind, port = "0", argument = ""] = process.argv.slice(2);
const output = createOutput(1);

function log({ method, url }: IncomingMessage, status: number, reason: string, from: number): void {
  const ms = Math.round((performance.now() - from) * 10) / 10;
  output.print(() => `${method} ${url} ${status} ${reason} ${ms} ms`);
}

/** The response that is sent, as JSON. */
interface Bytes {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

let large: Buffer | undefined;

function serve(incoming: IncomingMessage, response: ServerResponse): void {
  const started = performance.now();
  const isLarge = incoming.url?.endsWith("?large") === true;
  // It is made once: to make it takes longer than what is measured.
  if (isLarge) large ??= Buffer.from(createLargeBody());
  const body = (isLarge && large) || bytes.body;
  const length = isLarge ? { "content-length": body.length } : {};
  response.writeHead(bytes.status, { ...bytes.headers, ...length }).end(body);
  log(incoming, bytes.status, "full; matched", started);
}

function forward(incoming: IncomingMessage, response: ServerResponse): void {
  const started = performance.now();
  const { headers, method, url } = incoming;
  const { host, hostname, port: to } = service;
  const options = { hostname, port: to, method, path: url, headers: { ...headers, host } };
  const sent = request(options, (message) => {
    const { statusCode = 502 } = message;
    response.writeHead(statusCode, message.headers);
    message.pipe(response);
    response.once("finish", () => log(incoming, statusCode, "forwarded", started));
  });
  sent.on("error", () => response.destroy());
  incoming.pipe(sent);
}

const bytes: Bytes =
  kind === "server" ? JSON.parse(argument) : { status: 0, headers: {}, body: "" };
const service = new URL(kind === "proxy" ? argument : "http://127.0.0.1");
createServer(kind === "server" ? serve : forward).listen(Number(port), "127.0.0.1");
