import type { Call } from "./call.ts";
import type { Kinds } from "./errors.ts";

/**
 * The same response, whose body is read until the deadline and up to a limit, and decoded by its
 * charset. Its URL, its status and its headers stay.
 *
 * @param isText - Whether it is read as text or as JSON alone, which costs less.
 */
export function limitBody(
  response: Response,
  call: Call,
  maxBytes: number,
  isText: boolean | undefined,
): Response {
  const { headers } = response;
  if (!response.body || headers.get("content-length") === "0") {
    call.finish();
    return response;
  }
  const text = async (): Promise<string> => {
    const read = readerOf(response, call, maxBytes);
    const [, charset] = /charset="?([^\s;"]+)/i.exec(`${headers.get("content-type")}`) ?? [];
    let decoder: InstanceType<typeof TextDecoder>;
    let all = "";
    const decode = (chunk?: Uint8Array): void => {
      decoder ??= new TextDecoder(charset, { fatal: true });
      all += decoder.decode(chunk, { stream: !!chunk });
    };
    while (await read(decode));
    return all;
  };
  const limited = (): Promise<string> => call.race(text());
  if (!isText) limitStream(response, call, maxBytes);
  return Object.assign(response, {
    text: limited,
    json: async () => JSON.parse(await limited()),
  });
}

/** Reads a chunk, and gives it to a function. Whether more may come. */
type Read = (use: (chunk?: Uint8Array) => void) => Promise<boolean>;

function limitStream(response: Response, call: Call, maxBytes: number): void {
  let stream: ReadableStream<Uint8Array> | undefined;
  const body = (): ReadableStream<Uint8Array> => {
    stream ??= streamOf(readerOf(response, call, maxBytes), call);
    return stream;
  };
  Object.defineProperty(response, "body", { get: body });
  for (const name of ["arrayBuffer", "blob", "bytes", "formData"] as const)
    Object.assign(response, { [name]: () => new Response(body(), response)[name]() });
}

function streamOf(read: Read, call: Call): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: async (controller) => {
      const use = (chunk?: Uint8Array): void =>
        chunk ? controller.enqueue(chunk) : controller.close();
      await call.race(read(use));
    },
    cancel: (reason) => call.end(reason),
  });
}

function readerOf(response: Response, call: Call, maxBytes: number): Read {
  let reader: ReadableStreamDefaultReader<Uint8Array>;
  let size = 0;
  return async (use) => {
    let kind: keyof Kinds = "connection";
    let what = "and a body that broke off";
    try {
      // What the platform received, and did not give to a clone.
      reader ??= Reflect.get(Object.getPrototypeOf(response), "body", response).getReader();
      const { value } = await reader.read();
      call.signal.throwIfAborted();
      // Empty chunks count as a kilobyte: they may have no end.
      size += value?.length || 1024;
      if (!value) call.finish();
      else if (size > maxBytes) {
        const problem = `returned more than ${maxBytes} bytes (option maxBytes)`;
        throw call.failure("size", problem, { response });
      }
      kind = "unreadable";
      what = "with a body in another charset";
      use(value);
      return !!value;
    } catch (thrown) {
      const problem = `returned ${response.status}, ${what}`;
      const error = call.failure(kind, problem, { thrown, response });
      reader?.cancel().catch(() => {});
      call.end(error);
      throw error;
    }
  };
}
