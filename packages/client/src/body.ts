import type { Call } from "./call.ts";
import type { Deadline } from "./deadline.ts";
import { ApiError, failure } from "./errors.ts";
import { quote, safeCause } from "./secrets.ts";

/**
 * A response whose body is read until the deadline and up to its limit, and decoded by its charset.
 * It is the same object: its URL, its status and its headers stay.
 */
export function limitBody(response: Response, call: Call, deadline: Deadline): Response {
  const { headers, status } = response;
  // Nobody reads these: openapi-fetch does not, either.
  if (
    !response.body ||
    call.method === "HEAD" ||
    status === 204 ||
    headers.get("content-length") === "0"
  ) {
    deadline.finish();
    return response;
  }
  deadline.release();
  const clone = response.clone;
  let stream: ReadableStream<Uint8Array> | undefined;
  const body = () => {
    stream ??= streamOf(readerOf(response, call, deadline), deadline);
    return stream;
  };
  const copy = () => new Response(body(), response);
  const text = () => readText(response, call, deadline);
  Object.defineProperty(response, "body", { get: body });
  return Object.assign(response, {
    text,
    json: async () => JSON.parse(await text()),
    clone: () => limitBody(clone.call(response), call, deadline),
    arrayBuffer: () => copy().arrayBuffer(),
    blob: () => copy().blob(),
    bytes: () => copy().bytes(),
    formData: () => copy().formData(),
  });
}

type Read = () => Promise<Uint8Array | undefined>;

/** Reads the chunks of the body that the platform received. */
function readerOf(response: Response, call: Call, deadline: Deadline): Read {
  const received = Reflect.get(Object.getPrototypeOf(response), "body", response);
  const reader: ReadableStreamDefaultReader<Uint8Array> = received.getReader();
  let size = 0;
  let reads = 0;
  return async () => {
    try {
      const { value } = await deadline.race(reader.read());
      if (!value) {
        deadline.finish();
        return undefined;
      }
      size += value.length;
      if (size > call.maxBytes) {
        const what = `returned more than ${call.maxBytes} bytes (option maxBytes)`;
        throw failure("size", call, what, { response });
      }
      reads++;
      // Chunks without end, or empty ones, must not keep timers and events waiting.
      if (reads % 100 === 0) await deadline.race(new Promise((resolve) => setTimeout(resolve)));
      return value;
    } catch (thrown) {
      const error = thrown instanceof ApiError ? thrown : broken(thrown, response, call);
      deadline.end(error);
      throw error;
    }
  };
}

function broken(thrown: unknown, response: Response, call: Call): ApiError {
  const cause = safeCause(thrown, call.secrets);
  const what = `returned ${response.status}, and a body that broke off`;
  return failure("connection", call, what, { says: cause.message, cause, response });
}

function streamOf(read: Read, deadline: Deadline): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const chunk = await read();
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
    cancel: (reason) => deadline.end(reason),
  });
}

/** Never a replacement character: other bytes than those of the charset are an error. */
async function readText(response: Response, call: Call, deadline: Deadline): Promise<string> {
  const type = `${response.headers.get("content-type")}`;
  const [, charset = "utf-8"] = /;\s*charset="?([^\s;"]+)/i.exec(type) ?? [];
  const read = readerOf(response, call, deadline);
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
    deadline.end(error);
    throw error;
  }
}
