import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { decodeText, type Violation } from "@workflow-api/contract";

/** A body as a client reads it. */
interface ReadableBody {
  readonly body: string;
  /** Why a client cannot read it. Empty: it can. */
  readonly faults: readonly Violation[];
}

/**
 * Decodes a body by its content coding (RFC 9110, 8.4.1), and as UTF-8.
 *
 * @param headers - By name in lower case.
 * @param maxBody - In bytes, once it is decoded.
 * @throws {RangeError} It is longer.
 */
export async function readRawBody(
  raw: Buffer,
  headers: Readonly<Record<string, string>>,
  maxBody: number,
): Promise<ReadableBody> {
  const bytes = await decode(raw, headers["content-encoding"] ?? "identity", maxBody);
  if (bytes === undefined) {
    const message = "must be gzip, which was asked for, and that of the body";
    return unreadable("header content-encoding", "encoding", message);
  }
  return { body: decodeText(bytes), faults: [] };
}

/** @returns `undefined`: it cannot be decoded. */
async function decode(
  raw: Buffer,
  coding: string,
  maxOutputLength: number,
): Promise<Buffer | undefined> {
  // The response to a HEAD has the headers of a body that is not sent.
  if (raw.length === 0 || /^identity$/i.test(coding)) return raw;
  if (!/^gzip$/i.test(coding)) return undefined;
  return await promisify<Buffer, object, Buffer>(gunzip)(raw, { maxOutputLength }).catch(
    (error: unknown) => {
      if (error instanceof RangeError) throw error;
      return undefined;
    },
  );
}

/** A body that no client can read. */
export function unreadable(part: string, keyword: string, message: string): ReadableBody {
  return { body: "", faults: [{ part, pointer: "", keyword, message }] };
}
