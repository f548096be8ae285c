import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";

type Decoder = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Buffer;

/** The content codings (RFC 9110, section 8.4.1) that are undone. */
const decoders: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ["gzip", gunzipSync],
  ["x-gzip", gunzipSync],
  ["deflate", inflateSync],
  ["br", brotliDecompressSync],
]);

/**
 * A body without its content codings: to a request that asks for none a server may answer in any (RFC 9110, section
 * 12.5.3). What has one that is not known stays as it came.
 * @param coding The value of Content-Encoding.
 * @param maxOutputLength So many bytes are made of it at most.
 * @throws The body is not what the header says, or longer.
 */
export function decoded(bytes: Buffer, coding: string, maxOutputLength: number): Buffer {
  const names = coding
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((name) => name !== "" && name !== "identity");
  if (bytes.length === 0 || !names.every((name) => decoders.has(name))) return bytes;
  return names.reduceRight((left, name) => {
    try {
      return decoders.get(name)?.(left, { maxOutputLength }) ?? left;
    } catch (cause) {
      throw new Error(
        `the body is not ${name}, as its Content-Encoding says, or longer than ${maxOutputLength} bytes without it`,
        { cause },
      );
    }
  }, bytes);
}
