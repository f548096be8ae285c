import type { Call } from "./call.ts";
import { ApiError, failure } from "./errors.ts";
import { quote, safeCause } from "./secrets.ts";

/**
 * A response whose body is read until the deadline and up to its limit, and decoded by its charset.
 * It is the same object: its URL, its status and its headers stay.
 *
 * @param isText - Whether it is read as text or as JSON alone.
 */
export function limitBody(response: Response, call: Call, isText?: boolean): Response {
  // Nobody reads an empty body: openapi-fetch does not, either.
  if (!response.body || response.headers.get("content-length") === "0") {
    call.finish();
    return response;
  }
  call.release();
  if (!isText) limitStream(response, call);
  const text = (): Promise<string> => call.race(readText(response, call));
  return Object.assign(response, { text, json: async () => JSON.parse(await text()) });
}

function limitStream(response: Response, call: Call): void {
  const { clone } = response;
  let stream: ReadableStream<Uint8Array> | undefined;
  const body = (): ReadableStream<Uint8Array> => {
    stream ??= streamOf(response, call);
    return stream;
  };
  const copy = (): Response => new Response(body(), response);
  Object.defineProperty(response, "body", { get: body });
  Object.assign(response, {
    clone: () => limitBody(clone.call(response), call),
  });
  for (const read of ["arrayBuffer", "blob", "bytes", "formData"] as const)
    Object.assign(response, { [read]: () => copy()[read]() });
}

type Read = () => Promise<Uint8Array | undefined>;

/** Reads the chunks of the body that the platform received. */
function readerOf(response: Response, call: Call): Read {
  const received = Reflect.get(Object.getPrototypeOf(response), "body", response);
  const reader: ReadableStreamDefaultReader<Uint8Array> = received.getReader();
  let size = 0;
  let reads = 0;
  return async () => {
    try {
      const { value } = await reader.read();
      call.signal.throwIfAborted();
      if (!value) {
        call.finish();
        return undefined;
      }
      size += value.length;
      if (size > call.maxBytes) {
        const what = `returned more than ${call.maxBytes} bytes (option maxBytes)`;
        throw failure("size", call, what, { response });
      }
      reads++;
      // Chunks without end, or empty ones, must not keep timers and events waiting.
      if (reads % 100 === 0) await new Promise((resolve) => setTimeout(resolve));
      return value;
    } catch (thrown) {
      const error = thrown instanceof ApiError ? thrown : broken(thrown, response, call);
      call.end(error);
      throw error;
    }
  };
}

function broken(thrown: unknown, response: Response, call: Call): ApiError {
  const cause = safeCause(thrown, call.secrets);
  const what = `returned ${response.status}, and a body that broke off`;
  return failure("connection", call, what, { says: cause.message, cause, response });
}

function streamOf(response: Response, call: Call): ReadableStream<Uint8Array> {
  const read = readerOf(response, call);
  return new ReadableStream({
    async pull(controller) {
      const chunk = await call.race(read());
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
    cancel: (reason) => call.end(reason),
  });
}

/** Never a replacement character: other bytes than those of the charset are an error. */
async function readText(response: Response, call: Call): Promise<string> {
  const type = response.headers.get("content-type") ?? "";
  const [, charset = "utf-8"] = /;\s*charset="?([^\s;"]+)/i.exec(type) ?? [];
  const read = readerOf(response, call);
  try {
    const decoder = new TextDecoder(charset, { fatal: true });
    let text = "";
    let chunk = await read();
    while (chunk) {
      text += decoder.decode(chunk, { stream: true });
      chunk = await read();
    }
    return text + decoder.decode();
  } catch (thrown) {
    if (thrown instanceof ApiError) throw thrown;
    const name = quote(charset, call.secrets);
    const what = `returned ${response.status}, with a body that cannot be decoded as ${name}`;
    const error = failure("unreadable", call, what, { response, cause: thrown });
    call.end(error);
    throw error;
  }
}
