import type { Sent } from "./http.ts";

/** What a script can read of an answer. */
export interface Fetched {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a connection or CORS says, and not the answer. */
const ofTransport = /^(connection|content-length|date|keep-alive|vary)$/;

/** Asks by `fetch`, in Node or on a page. `undefined`: no script can send this. */
export async function fetched(
  base: string,
  { method, target, headers, body }: Sent,
): Promise<Fetched | undefined> {
  const request = requestOf(`${base}${target}`, {
    method,
    headers: { ...headers },
    ...(body !== undefined && { body }),
  });
  if (request === undefined) return undefined;
  const response = await fetch(request);
  return {
    status: response.status,
    headers: Object.fromEntries([...response.headers].filter(([name]) => !ofTransport.test(name))),
    body: await response.text(),
  };
}

function requestOf(url: string, init: RequestInit): Request | undefined {
  try {
    return new Request(url, init);
  } catch {
    return undefined;
  }
}
