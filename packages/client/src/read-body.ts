import type { OperationName } from "./api-error.ts";
import { SizeError } from "./errors.ts";

/**
 * Reads the body of a response: as text, or as bytes if it is binary.
 *
 * @throws {SizeError} It has more bytes than allowed; the rest is not read.
 */
export async function readBody(
  response: Response,
  maxBytes: number,
  isBinary: boolean,
  operation: OperationName,
): Promise<string | Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let text = "";
  for (;;) {
    const { value } = (await reader?.read()) ?? {};
    if (!value) break;
    size += value.byteLength;
    if (size > maxBytes) {
      reader?.cancel().catch(() => {});
      throw new SizeError(`The answer has more than ${maxBytes} bytes (option maxBytes).`, {
        operation,
        response,
      });
    }
    if (isBinary) chunks.push(value);
    else text += decoder.decode(value, { stream: true });
  }
  return isBinary ? join(chunks, size) : text + decoder.decode();
}

function join(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}
