import type { Readable, Writable } from "node:stream";
import { brotliDecompressSync, constants, gunzipSync, inflateSync } from "node:zlib";
import { decodeText, type HttpRequest } from "@workflow-api/contract";
import { longestKept } from "../controls/journal.ts";
import { bodyTooLong, type Problem, unknownEncoding, wrongEncoding } from "../request/problem.ts";

/** The longest body that is validated, in bytes, decoded or not: it is parsed in one go. */
export const longestBody: number = 1024 * 1024;

/** A body that is read as far as necessary, and passed on while it arrives. */
export interface Body {
  /**
   * Waits until the body ends, is longer than so many bytes, or the time is over.
   *
   * @returns Whether it has ended.
   * @throws {Error} The sender has broken the connection.
   */
  read(mostBytes: number, mostMs?: number): Promise<boolean>;
  /**
   * Writes what has arrived, and the rest when it does. Does not end what is written to.
   *
   * @throws {Error} The sender has broken the connection, or the receiver has closed it.
   */
  passTo(receiver: Writable): Promise<void>;
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

/** Whether a request has a body, by its headers. */
export function hasBody({ headers }: HttpRequest): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}

/** Reads a body from a stream, which it keeps as far as necessary. */
export function createBody(stream: Readable, contentEncoding?: string): Body {
  const arrival = collect(stream);
  let decoded: string | Problem | undefined;
  const bytes = (): Buffer | undefined =>
    arrival.isEnded && arrival.length <= longestBody ? Buffer.concat(arrival.kept) : undefined;
  const text = (): string | undefined => {
    const all = decoded === undefined ? bytes() : undefined;
    if (all !== undefined) decoded = decodeBody(all, contentEncoding);
    return typeof decoded === "string" ? decoded : undefined;
  };
  return {
    read: (mostBytes, mostMs) => waitFor(arrival, mostBytes, mostMs),
    passTo: (receiver) => pass(stream, arrival, receiver),
    bytes,
    text,
    beginning: () => text() ?? decodeBeginning(Buffer.concat(arrival.head), contentEncoding),
    length: () => arrival.length,
    isEnded: () => arrival.isEnded,
    isBroken: () => arrival.failure !== undefined,
  };
}

/** What has arrived of a body. */
interface Arrival {
  /** All of it that is not passed on, and of a short body all. */
  kept: Buffer[];
  readonly head: Buffer[];
  length: number;
  isEnded: boolean;
  /** Why it will not end. */
  failure: Error | undefined;
  /** Whether anyone reads what arrives. */
  isPassed: boolean;
  /** Called after each change, with the chunk that has arrived. */
  onChange: ((chunk?: Buffer) => void) | undefined;
}

/** Keeps what arrives. A body that nobody takes is not read much further than is validated. */
function collect(stream: Readable): Arrival {
  const arrival: Arrival = {
    kept: [],
    head: [],
    length: 0,
    isEnded: false,
    failure: undefined,
    isPassed: false,
    onChange: undefined,
  };
  const fail = (error?: Error): void => {
    if (arrival.isEnded) return;
    arrival.failure ??= error ?? new Error("The connection was closed.");
    arrival.onChange?.();
  };
  stream.on("data", (chunk: Buffer) => {
    if (arrival.length < longestHead) arrival.head.push(chunk);
    arrival.length += chunk.length;
    const isLong = arrival.length > longestBody;
    if (!(isLong && arrival.isPassed)) arrival.kept.push(chunk);
    if (isLong && !arrival.isPassed) stream.pause();
    arrival.onChange?.(chunk);
  });
  stream.once("end", () => {
    arrival.isEnded = true;
    arrival.onChange?.();
  });
  stream.once("error", fail).once("close", () => fail());
  return arrival;
}

function waitFor(arrival: Arrival, mostBytes: number, mostMs?: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      clearTimeout(timer);
      arrival.onChange = undefined;
      if (arrival.failure === undefined) resolve(arrival.isEnded);
      else reject(arrival.failure);
    };
    const settleOnceRead = (): void => {
      const { failure, isEnded, length } = arrival;
      if (isEnded || failure !== undefined || length > mostBytes) settle();
    };
    const timer = mostMs === undefined ? undefined : setTimeout(settle, mostMs);
    arrival.onChange = settleOnceRead;
    settleOnceRead();
  });
}

function pass(stream: Readable, arrival: Arrival, receiver: Writable): Promise<void> {
  return new Promise((resolve, reject) => {
    arrival.isPassed = true;
    const onClose = (): void => reject(new Error("The receiver has closed the connection."));
    const onDrain = (): void => void stream.resume();
    const settle = (): void => {
      receiver.off("close", onClose).off("drain", onDrain);
      if (arrival.failure === undefined) resolve();
      else reject(arrival.failure);
    };
    arrival.onChange = (chunk) => {
      if (chunk === undefined) settle();
      else if (!receiver.write(chunk)) stream.pause();
    };
    for (const chunk of arrival.kept) receiver.write(chunk);
    if (arrival.length > longestBody) arrival.kept = [];
    if (arrival.isEnded || arrival.failure !== undefined) settle();
    else {
      receiver.on("close", onClose).on("drain", onDrain);
      if (!receiver.writableNeedDrain) stream.resume();
    }
  });
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
  if (encoding === "identity" || bytes.length === 0) return decodeText(bytes);
  const decoder = decoders.get(encoding);
  if (decoder === undefined) return unknownEncoding;
  try {
    return decodeText(decoder(bytes, { maxOutputLength: longestBody }));
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
