import { connect } from "node:net";

/** What a server did under load. */
export interface Load {
  readonly requestsPerSecond: number;
  /** How long one request of a hundred takes at least, in milliseconds. */
  readonly p99: number;
}

/** Sends one request again and again over some connections, each waiting for its answer, for some milliseconds. */
export async function load(url: string, raw: string, connections: number, duration: number): Promise<Load> {
  const { hostname, port } = new URL(url);
  const bytes = Buffer.from(raw);
  const latencies: number[] = [];
  const end = performance.now() + duration;
  await Promise.all(
    Array.from({ length: connections }, () => client(hostname, Number(port), bytes, end, latencies)),
  );
  latencies.sort((a, b) => a - b);
  return {
    requestsPerSecond: (latencies.length / duration) * 1000,
    p99: latencies[Math.floor(latencies.length * 0.99)] ?? 0,
  };
}

function client(host: string, port: number, bytes: Buffer, end: number, latencies: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host);
    let sent = 0;
    let received = "";
    const next = (): void => {
      received = "";
      sent = performance.now();
      socket.write(bytes);
    };
    socket.on("connect", next);
    socket.on("error", reject);
    socket.on("close", () => resolve());
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      if (!isWhole(received)) return;
      const now = performance.now();
      latencies.push(now - sent);
      if (now < end) next();
      else socket.destroy();
    });
  });
}

function isWhole(received: string): boolean {
  const head = received.indexOf("\r\n\r\n");
  if (head < 0) return false;
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, head)) ?? [];
  return length === undefined ? received.endsWith("0\r\n\r\n") : received.length >= head + 4 + Number(length);
}
