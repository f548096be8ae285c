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
    const answer = createAnswerReader();
    let sent = 0;
    const next = (): void => {
      sent = performance.now();
      socket.write(bytes);
    };
    socket.on("connect", next);
    socket.on("error", reject);
    socket.on("close", () => resolve());
    socket.on("data", (chunk) => {
      if (!answer.isWholeWith(chunk)) return;
      const now = performance.now();
      latencies.push(now - sent);
      if (now < end) next();
      else socket.destroy();
    });
  });
}

/** Tells when an answer is whole. The first is read; those after it have its length, so that little time goes into them. */
function createAnswerReader(): { isWholeWith(chunk: Buffer): boolean } {
  let expected: number | undefined;
  let first = "";
  let length = 0;
  return {
    isWholeWith(chunk) {
      length += chunk.length;
      if (expected === undefined) {
        first += chunk.toString("latin1");
        if (!isWhole(first)) return false;
        expected = length;
      }
      if (length < expected) return false;
      if (length > expected) throw new Error("An answer is longer than the first one.");
      length = 0;
      return true;
    },
  };
}

function isWhole(received: string): boolean {
  const head = received.indexOf("\r\n\r\n");
  if (head < 0) return false;
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, head)) ?? [];
  return length === undefined ? received.endsWith("0\r\n\r\n") : received.length >= head + 4 + Number(length);
}
