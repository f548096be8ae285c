import type { HttpResponse, Violation } from "@workflow-api/contract";
import { isJson, readJson } from "@workflow-api/contract/http";

/** A body as a client reads it. */
interface ReadableBody {
  readonly body: string;
  /** Why a client cannot read it. Empty: it can. */
  readonly faults: readonly Violation[];
}

/**
 * Reads a body as UTF-8, the encoding of JSON (RFC 8259, 8.1). No content coding was asked for
 * (RFC 9110, 12.5.3).
 *
 * @param headers - By name in lower case.
 */
export function readBody(bytes: Buffer, headers: Readonly<Record<string, string>>): ReadableBody {
  // The response to a HEAD has the headers of a body that is not sent.
  if (bytes.length > 0 && !/^identity$/i.test(headers["content-encoding"] ?? "identity"))
    return unreadable("header content-encoding", "encoding", "must be identity, as was asked for");
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
