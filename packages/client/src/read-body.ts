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
    const { value } = (await reader?.read()) ?? {};
    if (!value) return join(chunks, size);
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
}

function join(chunks: readonly Bytes[], size: number): Bytes {
  const [first] = chunks;
  if (first && chunks.length === 1) return first;
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}
