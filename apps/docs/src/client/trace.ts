/** A request as it went out, and what came back, as far as the browser lets a page see it. */
export interface Trace {
  request?: Request;
  /** The body of the request, as text. */
  sent?: string;
  /** The names of the headers that a page may not set, which the browser left out. */
  withheld?: readonly string[];
  response?: Response;
  /** The body of the answer; what is no text is described. */
  body?: string;
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
    trace.body = await bodyOf(response.clone());
    trace.milliseconds = performance.now() - started;
    trace.response = response;
    return response;
  };
}

async function bodyOf(response: Response): Promise<string> {
  const type = response.headers.get("content-type") ?? "";
  if (type === "" || /json|text|xml|yaml|javascript|urlencoded/i.test(type)) {
    return await response.text();
  }
  const { size } = await response.blob();
  return size === 0 ? "" : `(${size} bytes of ${type})`;
}
