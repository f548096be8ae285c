/** A request as it went out, and what came back, as far as the browser lets a page see it. */
export interface Trace {
  request?: Request;
  /** The body of the request, as text. */
  sent?: string;
  /** The names of the headers that a page may not set, which the browser left out. */
  withheld?: readonly string[];
  response?: Response;
  /** The body of the answer, as text. */
  body?: string;
  /** What is shown in place of a body that is no text. */
  file?: string | undefined;
  /** From the request to the end of the answer. */
  milliseconds?: number;
}

/** A `fetch` that keeps what it sends and gets. */
export function tracing(trace: Trace): typeof fetch {
  return async (input, init) => {
    const started = performance.now();
    const request = new Request(input, init);
    trace.request = request;
    trace.withheld = [...new Headers(init?.headers).keys()].filter((name) => !request.headers.has(name));
    trace.sent = await request.clone().text();
    const response = await fetch(request);
    const body = await response.clone().blob();
    trace.body = await body.text();
    trace.file = described(body, response.headers.get("content-type") ?? "");
    trace.milliseconds = performance.now() - started;
    trace.response = response;
    return response;
  };
}

function described({ size }: Blob, type: string): string | undefined {
  const isText = type === "" || /json|text|xml|yaml|javascript|urlencoded/i.test(type);
  return isText || size === 0 ? undefined : `(${size} bytes of ${type})`;
}
