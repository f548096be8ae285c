import { loadContract, requestFor } from "@workflow-api/contract";
import { requestTarget } from "@workflow-api/contract/http";
import { withSampleCredentials } from "../src/request/credentials.ts";

/** The request of the default scenario of the last GET of the packaged contract, as bytes. */
export function rawRequest(): string {
  const operation = loadContract().operations.findLast(({ method }) => method === "GET");
  if (operation?.defaultScenario === undefined) throw new Error("There is no scenario to ask for.");
  const plain = requestFor(operation, operation.defaultScenario.values);
  const request = withSampleCredentials(operation, plain);
  const headers = { host: "localhost", ...request.headers };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${request.method} ${requestTarget(request)} HTTP/1.1\r\n${lines.join("")}\r\n`;
}

/** The same request with another last segment each time. */
export function numbered(raw: string): () => string {
  let number = 1_000_000;
  return () => raw.replace(/(?<=\/)[^/? ]+(?=[? ])/, `thing-${++number}`);
}

/** The response to a request of bytes: its status, what counts of its headers, and its body. */
export interface RecordedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Asks a server once, by the same request. */
export async function record(port: number, raw: string): Promise<RecordedResponse> {
  const [first = "", ...lines] = raw.trim().split("\r\n");
  const [method = "", target = ""] = first.split(" ");
  const headers = new Headers();
  for (const line of lines) {
    const [name = ""] = line.split(": ");
    headers.set(name, line.slice(name.length + 2));
  }
  const response = await fetch(`http://127.0.0.1:${port}${target}`, { method, headers });
  const { connection: _, date: __, ...kept } = Object.fromEntries(response.headers);
  return { status: response.status, headers: kept, body: await response.text() };
}
