import type { OperationName } from "./api-error.ts";
import { SizeError } from "./errors.ts";
import { refuseOption } from "./options.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** A stream that is not of the platform may have texts. */
type Chunk = Bytes | string;

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
): Promise<Bytes | ArrayBuffer> {
  // Not every fetch has bodies that can be read in parts: that of React Native has none, that of node-fetch others.
  const { body } = response;
  if (response.bodyUsed || body?.locked) refuseOption("fetch", "must not read what it returns", operation);
  const reader = body?.getReader?.();
  const parts = reader ?? body?.[Symbol.asyncIterator]?.();
  const chunks: Chunk[] = [];
  let size = 0;
  let value: Chunk | undefined;
  do {
    value = parts
      ? (await ("read" in parts ? parts.read() : parts.next())).value
      : new Uint8Array(await response.arrayBuffer());
    if (value === undefined) break;
    size += value.length;
    if (size > maxBytes) {
      reader?.cancel().catch(() => {});
      throw new SizeError(`The answer has more than ${maxBytes} bytes (option maxBytes).`, {
        operation,
        response,
      });
    }
    chunks.push(value);
  } while (parts);
  const [first] = chunks;
  return chunks.length === 1 && typeof first === "object" ? first : new Blob(chunks).arrayBuffer();
}
