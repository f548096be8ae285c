import type { Call } from "./call.ts";
import type { Kinds } from "./errors.ts";

/**
 * The same response, whose body is read until the deadline and up to a limit, and decoded by its
 * charset. Its URL, its status and its headers stay.
 */
export function limitBody(response: Response, call: Call, maxBytes: number): Response {
  const { headers } = response;
  if (!response.body || headers.get("content-length") === "0") {
    call.finish();
    return response;
  }
  const read = readerOf(response, call, maxBytes);
  const text = async (): Promise<string> => {
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
  let stream: ReadableStream<Uint8Array> | undefined;
  const body = (): ReadableStream<Uint8Array> => {
    stream ??= new ReadableStream({
      pull: async (controller) => {
        await read((chunk) => (chunk ? controller.enqueue(chunk) : controller.close()));
      },
      cancel: (reason) => call.end(reason),
    });
    return stream;
  };
  Object.defineProperty(response, "body", { get: body });
  for (const name of ["arrayBuffer", "blob", "bytes", "formData"] as const)
    Object.assign(response, { [name]: () => new Response(body(), response)[name]() });
  return Object.assign(response, { text, json: async () => JSON.parse(await text()) });
}

/** A function that reads a chunk, gives it to another one, and says whether more may come. */
function readerOf(response: Response, call: Call, maxBytes: number) {
  let reader: ReadableStreamDefaultReader<Uint8Array>;
  let size = 0;
  return async (use: (chunk?: Uint8Array) => void): Promise<boolean> => {
    let kind: keyof Kinds = "connection";
    let what = "and a body that broke off";
    try {
      // What the platform received, and did not give to a clone.
      reader ??= Reflect.get(Object.getPrototypeOf(response), "body", response).getReader();
      const { value } = await call.race(reader.read());
      // Empty chunks count as a kilobyte: they may have no end.
      size += value?.length || 1024;
      if (!value) call.finish();
      else if (size > maxBytes) {
        const problem = `returned more than ${maxBytes} bytes (option maxBytes)`;
        throw call.failure("size", problem, { response });
      }
      kind = "unreadable";
      what = "with a body in another charset than it says";
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
