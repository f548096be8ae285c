import type { Readable } from "node:stream";
import { brotliDecompressSync, constants, gunzipSync, inflateSync } from "node:zlib";
import { longestKept } from "../journal.ts";
import type { Problem } from "../problem.ts";

/** The longest body that is validated, in bytes, decoded or not: it is parsed in one go. */
export const longestBody: number = 1024 * 1024;

/** A body that is read as far as necessary, and passed on while it arrives. */
export interface Body {
  /**
   * Reads until the body ends, is longer than so many bytes, or the time is over.
   *
   * @returns Whether it has ended.
   * @throws {Error} The sender has broken the connection.
   */
  read(mostBytes: number, mostMs?: number): Promise<boolean>;
  /**
   * All of its chunks, those that were read first.
   *
   * @throws {Error} The sender has broken the connection.
   */
  chunks(): AsyncGenerator<Buffer>;
  /** The body. `undefined`: it has not ended, or is longer than {@link longestBody}. */
  bytes(): Buffer | undefined;
  /** The decoded body. `undefined`: there are no {@link bytes}, or they cannot be decoded. */
  text(): string | undefined;
  /** What people are shown of it, as far as it has arrived. */
  beginning(): string;
  /** How many bytes have arrived. */
  length(): number;
  isEnded(): boolean;
  /** Whether the sender has broken the connection. */
  isBroken(): boolean;
}

/** Enough bytes for what is kept of a body, whatever its characters are. */
const longestHead = 4 * longestKept;

export function createBody(stream: Readable, contentEncoding?: string): Body {
  const iterator: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
  const kept: Buffer[] = [];
  const head: Buffer[] = [];
  let length = 0;
  let [isBroken, isEnded] = [false, false];
  let decoded: string | Problem | undefined;
  let pending: Promise<void> | undefined;
  const add = (chunk: Buffer): void => {
    kept.push(chunk);
    if (length < longestHead) head.push(chunk);
    length += chunk.length;
  };
  let failure: unknown;
  const advance = (): Promise<void> => {
    if (isBroken) return Promise.reject(failure);
    pending ??= iterator.next().then(
      ({ done, value }) => {
        pending = undefined;
        if (done === true) isEnded = true;
        else add(value);
      },
      (error: unknown) => {
        isBroken = true;
        failure = error;
        throw error;
      },
    );
    return pending;
  };
  const bytes = (): Buffer | undefined =>
    isEnded && length <= longestBody ? Buffer.concat(kept) : undefined;
  const text = (): string | undefined => {
    const all = decoded === undefined ? bytes() : undefined;
    if (all !== undefined) decoded = decodeBody(all, contentEncoding);
    return typeof decoded === "string" ? decoded : undefined;
  };
  return {
    async read(mostBytes, mostMs) {
      const { cancel, isLate, late } = createDeadline(mostMs);
      while (!isEnded && !isLate() && length <= mostBytes) await Promise.race([advance(), late]);
      cancel();
      return isEnded;
    },
    async *chunks() {
      for (let at = 0; ; at++) {
        while (at >= kept.length && !isEnded) await advance();
        const chunk = kept[at];
        if (chunk === undefined) return;
        yield chunk;
        if (length > longestBody) kept[at] = nothing;
      }
    },
    bytes,
    text,
    beginning: () => text() ?? decodeBeginning(Buffer.concat(head), contentEncoding),
    length: () => length,
    isEnded: () => isEnded,
    isBroken: () => isBroken,
  };
}

const nothing = Buffer.alloc(0);

interface Deadline {
  readonly late: Promise<void>;
  isLate(): boolean;
  cancel(): void;
}

/** @param ms - `undefined`: there is none. */
function createDeadline(ms: number | undefined): Deadline {
  let isLate = false;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    if (ms === undefined) return;
    timer = setTimeout(() => {
      isLate = true;
      resolve();
    }, ms);
  });
  return { late, isLate: () => isLate, cancel: () => clearTimeout(timer) };
}

const decoders = new Map([
  ["gzip", gunzipSync],
  ["x-gzip", gunzipSync],
  ["deflate", inflateSync],
  ["br", brotliDecompressSync],
]);

/** Decodes a body by its `Content-Encoding` (RFC 9110, 8.4), up to {@link longestBody}. */
export function decodeBody(bytes: Buffer, contentEncoding = "identity"): string | Problem {
  const encoding = contentEncoding.trim().toLowerCase();
  if (encoding === "identity" || bytes.length === 0) return bytes.toString();
  const decoder = decoders.get(encoding);
  if (decoder === undefined) return unknownEncoding;
  try {
    return decoder(bytes, { maxOutputLength: longestBody }).toString();
  } catch (error) {
    return error instanceof RangeError ? bodyTooLong : wrongEncoding;
  }
}

/** So many compressed bytes are decoded for people, most of which become more than is shown. */
const longestCompressed = 4096;

/** Decodes the beginning of a body. The empty string: it cannot be decoded. */
function decodeBeginning(bytes: Buffer, contentEncoding = "identity"): string {
  const encoding = contentEncoding.trim().toLowerCase();
  if (encoding === "identity") return bytes.toString();
  const isBrotli = encoding === "br";
  const finishFlush = isBrotli ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH;
  const options = { finishFlush, maxOutputLength: 4 * longestBody };
  try {
    return decoders.get(encoding)?.(bytes.subarray(0, longestCompressed), options).toString() ?? "";
  } catch {
    return "";
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
