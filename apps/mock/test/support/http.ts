import { request as httpRequest } from "node:http";
import { connect } from "node:net";

/** A request as it is sent: nothing is normalised. */
export interface Sent {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** Sends a request on a connection of its own. */
export function send(url: string, { method, target, headers, body }: Sent): Promise<Received> {
  const { hostname, port } = new URL(url);
  const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { hostname, port, method, path: target, headers: { ...headers, ...length }, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const entries = Object.entries(response.headers).map(([name, value]) => [
            name,
            value === undefined ? value : String(value),
          ]);
          resolve({
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(entries),
            body: Buffer.concat(chunks).toString(),
          });
        });
      },
    );
    request.on("error", reject);
    request.end(body);
  });
}

/** Sends bytes as they are, and reads until the server ends the connection. */
export function sendRaw(url: string, text: string | Uint8Array): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("error", (error) =>
      chunks.length > 0 ? resolve(Buffer.concat(chunks).toString()) : reject(error),
    );
    socket.on("close", () => resolve(Buffer.concat(chunks).toString()));
    socket.write(text);
  });
}

/** The status of a raw answer. */
export function statusOf(raw: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(raw)?.[1] ?? 0);
}
