import type { CaseRequest, Target } from "./case.ts";

/** A server that answers in this process, without a socket, such as the mock. */
export interface ProcessServer {
  /** Header names of the request are in lower case; those of the answer in any. */
  answer(request: CaseRequest): Promise<ProcessAnswer>;
}

interface ProcessAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** A server in this process as a target. */
export function createProcessTarget(server: ProcessServer): Target {
  return {
    send: async ({ request: { headers, ...request } }) => {
      const answer = await server.answer({
        ...request,
        headers: lowerCased(withLength(headers, request.body)),
      });
      return { status: answer.status, headers: lowerCased(answer.headers), body: answer.body ?? "" };
    },
  };
}

/** A body comes with its length, as it does over a socket. */
function withLength(headers: CaseRequest["headers"], body: string | undefined): CaseRequest["headers"] {
  return body === undefined ? headers : { ...headers, "content-length": String(Buffer.byteLength(body)) };
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
