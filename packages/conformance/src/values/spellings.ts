import type { JsonValue } from "@workflow-api/contract/json";

// Other spellings of a value on the wire, which OpenAPI neither allows nor forbids: how a text
// becomes a number, a boolean or a moment. What changes the value is none.

/** A text that a server may read as the value that is meant. */
export interface Spelling {
  /** What differs, whatever the value is: `leading zeros`. */
  readonly kind: string;
  readonly text: string;
}

/** Other spellings of a number or a boolean. */
export function scalarSpellings(value: number | boolean): Spelling[] {
  return typeof value === "boolean" ? booleanSpellings(value) : numberSpellings(value);
}

function booleanSpellings(value: boolean): Spelling[] {
  const words = [String(value).toUpperCase(), ...(value ? ["yes", "on", "1"] : ["no", "off", "0"])];
  return [
    ...words.map((text) => ({ kind: "another word for a boolean", text })),
    { kind: "white space around a value", text: ` ${value}` },
  ];
}

function numberSpellings(value: number): Spelling[] {
  if (value < 0) return [];
  const grouped = value < 10 ? `${value}_0` : String(value).replace(/\B/, "_");
  return [
    { kind: "a plus sign", text: `+${value}` },
    { kind: "leading zeros", text: `00${value}` },
    { kind: "a hexadecimal number", text: `0x${Math.floor(value).toString(16)}` },
    { kind: "white space around a value", text: ` ${value}` },
    // Of one digit, grouping makes another number, which Python reads nevertheless.
    { kind: "grouped digits", text: grouped },
    { kind: "a decimal point at the end", text: `${value}.` },
    { kind: "digits of another script", text: "１" },
  ];
}

const moment = "a date-time in another form";
const day = "a date in another form";
const clock = "a time in another form";
const identifier = "a UUID in another form";
const address = "an IP address in another form";

const uuid = "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30";

const byFormat = new Map<string, Spelling[]>(
  Object.entries({
    date: spelled(
      day,
      ...["20240131", "2024-01-31T12:00:00Z", "2024-1-31", "2024/01/31", "01/31/2024"],
      ...["31.01.2024", "2024-01", "2024", "2024-031"],
    ),
    "date-time": spelled(
      moment,
      ...["2024-01-31T12:00:00", "2024-01-31T12:00Z", "2024-01-31", "20240131T120000Z"],
      ...["2024-01-31T24:00:00Z", "2024-01-31T12:00:00+0100", "2024-01-31 12:00:00Z"],
      "1706702400",
    ),
    duration: spelled("a duration in lower case", "p1d"),
    email: spelled("an address with a name", "Ada <ada@example.com>"),
    ipv4: spelled(address, "192.0.2.01"),
    ipv6: spelled(address, "[2001:db8::1]", "fe80::1%eth0"),
    time: spelled(
      clock,
      ...["24:00:00Z", "12:00:00", "12:00Z", "12:00", "120000Z", "12:00:00+0100"],
    ),
    uuid: spelled(identifier, uuid.replaceAll("-", ""), `{${uuid}}`, `urn:uuid:${uuid}`),
  }),
);

function spelled(kind: string, ...texts: readonly string[]): Spelling[] {
  return texts.map((text) => ({ kind, text }));
}

/** Other spellings of a string with a format, and of this one. */
export function formatSpellings(format: JsonValue, text: string): Spelling[] {
  const blanks = spelled("white space around a value", `${text}\n`, ` ${text}`, `${text} `);
  return [...(byFormat.get(String(format)) ?? []), ...blanks];
}
