import { isJson, readJson } from "../http.ts";
import { appendPointer, type JsonValue } from "../json.ts";
import type { HttpMessage, Violation } from "../messages.ts";

// Bodies of JSON from the wire.

/** A body that was read, and what is wrong with its text. */
export interface ReadBody {
  /** `undefined`: it cannot be read. */
  readonly value?: JsonValue;
  readonly violations: readonly Violation[];
}

/** Stands for bytes that are not UTF-8: half of a surrogate pair, which no UTF-8 has. */
const notUtf8 = "\udfff";

/** Decodes a body as UTF-8. A string that is not well-formed has other bytes. */
export function decodeText(bytes: Uint8Array): string {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  if (!text.includes("\ufffd")) return text;
  try {
    return new TextDecoder("utf-8", { ignoreBOM: true, fatal: true }).decode(bytes);
  } catch {
    return text.replaceAll("\ufffd", notUtf8);
  }
}

const known = new WeakMap<HttpMessage, ReadBody>();

/**
 * Reads the JSON body of a message, once for all who ask: its encoding, its syntax, and members
 * that stand twice, of which readers keep one or the other (RFC 8259, 4 and 8.1).
 */
export function readBody(message: HttpMessage): ReadBody {
  const found = known.get(message) ?? read(message);
  known.set(message, found);
  return found;
}

function read({ body, headers }: HttpMessage): ReadBody {
  const ofHeader = charsetViolations(headers["content-type"] ?? "");
  const encoding = encodingProblem(body);
  if (encoding !== undefined) return { violations: [...ofHeader, violation("encoding", encoding)] };
  const parsed = readJson(body);
  if ("message" in parsed)
    return { violations: [...ofHeader, violation("syntax", parsed.message)] };
  const repeated = repeatedMember(body);
  const message = "must stand once in its object, but stands twice (RFC 8259, 4)";
  const ofMember = repeated === undefined ? [] : [violation("duplicate", message, repeated)];
  return { value: parsed.value, violations: [...ofHeader, ...ofMember] };
}

function violation(keyword: string, message: string, pointer = ""): Violation {
  return { part: "body", keyword, message, pointer };
}

function charsetViolations(type: string): Violation[] {
  const [, charset = "utf-8"] = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(type) ?? [];
  if (!isJson(type) || /^(utf-?8|us-ascii)$/i.test(charset)) return [];
  const message = "must not name another charset: JSON is UTF-8 (RFC 8259, 8.1)";
  return [{ part: "header content-type", pointer: "", keyword: "charset", message }];
}

function encodingProblem(body: string): string | undefined {
  if (!body.isWellFormed()) return "must be UTF-8 (RFC 8259, 8.1), and has other bytes";
  if (body.startsWith("\ufeff")) return "must not begin with a byte order mark (RFC 8259, 8.1)";
  return undefined;
}

/** Names of members with their colons, other strings, and what opens, separates and closes. */
const tokens = /("[^"\\]*(?:\\.[^"\\]*)*")\s*:|"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/gs;

/** An object that is read, with the names of its members so far, or an array. */
interface OpenValue {
  readonly names: Set<string>;
  /** The name or the index of the part that is read. */
  token: string | number;
}

/** The name that a string of JSON writes. Few have escapes, and parsing each takes long. */
function memberName(literal: string): string {
  return literal.includes("\\") ? String(JSON.parse(literal)) : literal.slice(1, -1);
}

/** The JSON Pointer of the first member of a text of JSON whose name its object has already. */
function repeatedMember(text: string): string | undefined {
  const open: OpenValue[] = [];
  for (const [token, name] of text.matchAll(tokens)) {
    const innermost = open.at(-1);
    if (name === undefined) follow(token, open);
    else if (innermost !== undefined) {
      innermost.token = memberName(name);
      const isRepeated = innermost.names.has(innermost.token);
      if (isRepeated) return appendPointer("", ...open.map((each) => each.token));
      innermost.names.add(innermost.token);
    }
  }
  return undefined;
}

/** Follows what opens, separates and closes. */
function follow(token: string, open: OpenValue[]): void {
  const innermost = open.at(-1);
  if (token === "{") open.push({ names: new Set(), token: "" });
  if (token === "[") open.push({ names: new Set(), token: 0 });
  if (token === "}" || token === "]") open.pop();
  if (token === "," && typeof innermost?.token === "number") innermost.token++;
}
