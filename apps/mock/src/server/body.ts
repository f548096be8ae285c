import type { Readable } from "node:stream";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import type { Problem } from "../problem.ts";

/** The longest body that is read before anything is done with it, in bytes. */
export const longestBody: number = 1024 * 1024;

/** A body that is read as far as necessary, and passed on while it arrives. */
export interface Body {
  /**
   * Reads until the body ends, is longer than so many bytes, or the time is over.
   *
   * @returns Whether it has ended.
   */
  read(mostBytes: number, mostMs?: number): Promise<boolean>;
  /** All of its chunks, those that were read first. */
  chunks(): AsyncGenerator<Buffer>;
  /** The body. `undefined`: it has not ended, or is too long to be kept. */
  bytes(): Buffer | undefined;
  isEnded(): boolean;
}

/** How much of a body is kept once it is passed on, in bytes. */
const mostKept = 10 * longestBody;

/** @throws {Error} By each function: the sender has broken the connection. */
export function createBody(stream: Readable): Body {
  const iterator: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
  const kept: Buffer[] = [];
  let length = 0;
  let isEnded = false;
  let isComplete = true;
  let pending: Promise<void> | undefined;
  const advance = (): Promise<void> => {
    pending ??= iterator.next().then(({ done, value }) => {
      pending = undefined;
      isEnded = done === true;
      if (done === true) return;
      kept.push(value);
      length += value.length;
    });
    return pending;
  };
  return {
    async read(mostBytes, mostMs) {
      let isLate = false;
      const late = new Promise<void>((resolve) => {
        if (mostMs === undefined) return;
        setTimeout(() => {
          isLate = true;
          resolve();
        }, mostMs).unref();
      });
      while (!isEnded && !isLate && length <= mostBytes) await Promise.race([advance(), late]);
      return isEnded;
    },
    async *chunks() {
      for (let at = 0; ; at++) {
        while (at >= kept.length && !isEnded) await advance();
        const chunk = kept[at];
        if (chunk === undefined) return;
        yield chunk;
        if (length <= mostKept) continue;
        kept[at] = Buffer.alloc(0);
        isComplete = false;
      }
    },
    bytes: () => (isEnded && isComplete ? Buffer.concat(kept) : undefined),
    isEnded: () => isEnded,
  };
}

const decoders = new Map([
  ["gzip", gunzipSync],
  ["x-gzip", gunzipSync],
  ["deflate", inflateSync],
  ["br", brotliDecompressSync],
]);

/**
 * Decodes a body by its `Content-Encoding` (RFC 9110, 8.4).
 *
 * @param mostBytes - How long it may be.
 */
export function decodeBody(
  bytes: Buffer,
  contentEncoding = "identity",
  mostBytes: number = longestBody,
): string | Problem {
  const encoding = contentEncoding.trim().toLowerCase();
  if (encoding === "identity" || bytes.length === 0) return bytes.toString();
  const decoder = decoders.get(encoding);
  if (decoder === undefined) return unknownEncoding;
  try {
    return decoder(bytes, { maxOutputLength: mostBytes }).toString();
  } catch (error) {
    return error instanceof RangeError ? bodyTooLong : wrongEncoding;
  }
}

export const bodyTooLong: Problem = {
  status: 413,
  code: "body-too-long",
  title: "The body is too long",
  detail: "It may have up to 1 MiB.",
};
const unknownEncoding: Problem = {
  status: 415,
  code: "content-encoding",
  title: "The body has another Content-Encoding",
  detail: "It may be gzip, deflate, br or identity, and one of them only.",
  headers: { "accept-encoding": "gzip, deflate, br" },
};
const wrongEncoding: Problem = {
  status: 400,
  code: "content-encoding",
  title: "The body cannot be decoded",
  detail: "It does not have the Content-Encoding that its header names.",
};
