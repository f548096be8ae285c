import type { HttpMessage, Note } from "@workflow-api/contract";

/** Headers by their names in lower case. */
export type HttpHeaders = HttpMessage["headers"];

/** The headers that frame a message (RFC 9110 and 9112): the server sets them itself. */
const framing: ReadonlySet<string> = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "date",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * Headers as they can be sent: names in lower case, values in printable ASCII, without those that
 * frame a message, of which a note says so.
 */
export function sendable(given: Readonly<Record<string, string>>): {
  readonly headers: Record<string, string>;
  readonly notes: Note[];
} {
  const headers: Record<string, string> = {};
  const notes: Note[] = [];
  for (const [spelling, text] of Object.entries(given)) {
    const name = spelling.toLowerCase();
    if (framing.has(name)) notes.push({ part: `response header ${name}`, message: setByServer });
    else headers[name] = headerText(text);
  }
  return { headers, notes };
}

const setByServer = "is not sent as it is given: the server sets it";

/** A header holds printable ASCII. Anything else is escaped as in JSON. */
export function headerText(text: string): string {
  return text.replaceAll(
    /[^\x20-\x7e\t]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
