import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { HttpResponse, Violation } from "@workflow-api/contract";
import { isJson, readJson } from "@workflow-api/contract/http";

/** A body as a client reads it. */
interface ReadableBody {
  readonly body: string;
  /** Why a client cannot read it. Empty: it can. */
  readonly faults: readonly Violation[];
}

/**
 * Decodes a body by its content coding (RFC 9110, 8.4.1), and as UTF-8, the encoding of JSON
 * (RFC 8259, 8.1).
 *
 * @param headers - By name in lower case.
 * @param maxBody - In bytes, once it is decoded.
 * @throws {RangeError} It is longer.
 */
export async function readBody(
  raw: Buffer,
  headers: Readonly<Record<string, string>>,
  maxBody: number,
): Promise<ReadableBody> {
  const bytes = await decode(raw, headers["content-encoding"] ?? "identity", maxBody);
  if (bytes === undefined) {
    const message = "must be gzip, which was asked for, and that of the body";
    return unreadable("header content-encoding", "encoding", message);
  }
  if (!isJson(headers["content-type"] ?? "")) return { body: bytes.toString("utf8"), faults: [] };
  try {
    const body = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return body.startsWith("\ufeff")
      ? unreadable("body", "encoding", "must not begin with a byte order mark (RFC 8259, 8.1)")
      : { body, faults: [] };
  } catch {
    return unreadable("body", "encoding", "must be UTF-8 (RFC 8259, 8.1), and has other bytes");
  }
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

/** What clients read differently in a response with a JSON body. */
export function ambiguitiesOf({ body, headers }: HttpResponse): Violation[] {
  const type = headers["content-type"] ?? "";
  if (!isJson(type) || body === "") return [];
  const found: Violation[] = [];
  const [, charset = "utf-8"] = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(type) ?? [];
  if (!/^utf-?8$/i.test(charset)) {
    const message = "must not name another charset: JSON is UTF-8 (RFC 8259)";
    found.push({ part: "header content-type", pointer: "", keyword: "charset", message });
  }
  if (hasRepeatedMember(body)) {
    const message = "has an object with two members of one name (RFC 8259, 4)";
    found.push({ part: "body", pointer: "", keyword: "duplicate", message });
  }
  return found;
}

/** Whether an object in a JSON text has two members of one name: of these, a value keeps one. */
function hasRepeatedMember(text: string): boolean {
  const read = readJson(text);
  return "value" in read && membersOf(JSON.stringify(read.value)) < membersOf(text);
}

/** How many members the objects in a JSON text have. */
function membersOf(text: string): number {
  const strings = text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/gs);
  return [...strings].filter(([, colon]) => colon !== undefined).length;
}
