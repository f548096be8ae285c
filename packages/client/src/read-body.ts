import type { OperationName } from "./api-error.ts";
import { SizeError } from "./errors.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Reads the body of a response.
 *
 * @throws {SizeError} It has more bytes than allowed; the rest is not read.
 */
export async function readBody(
  response: Response,
  maxBytes: number,
  operation: OperationName,
): Promise<Bytes> {
  const reader = response.body?.getReader();
  const chunks: Bytes[] = [];
  let size = 0;
  for (;;) {
    const value = reader && (await reader.read()).value;
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
  }
  return chunks.length > 1
    ? new Uint8Array(await new Blob(chunks).arrayBuffer())
    : (chunks[0] ?? new Uint8Array());
}
