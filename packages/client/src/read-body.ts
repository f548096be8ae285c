import type { OperationName } from "./api-error.ts";
import { SizeError } from "./errors.ts";
import { refuseOption } from "./options.ts";

type Bytes = Uint8Array<ArrayBuffer> | ArrayBuffer;

/**
 * Reads the body of a response.
 *
 * @throws {ConfigurationError} Somebody has read it already.
 * @throws {SizeError} It has more bytes than allowed; the rest is not read.
 */
export async function readBody(
  response: Response,
  maxBytes: number,
  operation: OperationName,
): Promise<Bytes> {
  // Not every fetch has bodies that can be read in parts: that of React Native has none, that of node-fetch others.
  const { body } = response;
  if (response.bodyUsed || body?.locked) refuseOption("fetch", "must not read what it returns", operation);
  const reader = body?.getReader?.();
  const parts = reader ?? body?.[Symbol.asyncIterator]?.();
  const chunks: Bytes[] = [];
  let size = 0;
  let value: Bytes | undefined;
  do {
    value = parts
      ? (await ("read" in parts ? parts.read() : parts.next())).value
      : await response.arrayBuffer();
    if (!value) break;
    size += value.byteLength;
    if (size > maxBytes) {
      reader?.cancel().catch(() => {});
      throw new SizeError(`The answer has more than ${maxBytes} bytes (option maxBytes).`, {
        operation,
        response,
      });
    }
    chunks.push(value);
  } while (parts);
  return chunks.length > 1 ? new Blob(chunks).arrayBuffer() : (chunks[0] ?? new ArrayBuffer());
}
