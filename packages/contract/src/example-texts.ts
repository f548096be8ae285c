import { matchingTexts } from "./matching-texts.ts";
import { placeholderOf } from "./placeholder.ts";
import { lowerBound, stated, upperBound } from "./samples/facets.ts";
import type { Facet } from "./schema-places.ts";

/** Texts of the formats that a placeholder would not be of. */
export const formats: Readonly<Record<string, string>> = {
  byte: "dGV4dA==",
  date: "2026-01-01",
  "date-time": "2026-01-01T00:00:00Z",
  duration: "P1D",
  email: "you@example.com",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  "iso-date-time": "2026-01-01T00:00:00Z",
  "iso-time": "00:00:00Z",
  "json-pointer": "/your/value",
  "json-pointer-uri-fragment": "#/your/value",
  "relative-json-pointer": "0/your/value",
  time: "00:00:00Z",
  uri: "https://example.com",
  url: "https://example.com",
  uuid: "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30",
};

/** Shorter texts of some of the formats. */
const short: Readonly<Record<string, string>> = {
  email: "a@b.co",
  hostname: "a.co",
  ipv6: "::1",
  "json-pointer": "/a",
  uri: "a:b",
};

/** Longer than this no text is made. */
const longest = 100_000;

/** Texts that a client may send: those of a format, a placeholder, and what the patterns match. */
export function* exampleTexts(facets: readonly Facet[], name: string): Generator<string> {
  const least = Math.min(longest, lowerBound(facets, "minLength", 0));
  const most = upperBound(facets, "maxLength", longest);
  const named = stated(facets, "format").map(String);
  const ofFormat = named.flatMap((format) => [formats[format] ?? [], short[format] ?? []].flat());
  for (const text of ofFormat) yield* [text, text.padStart(least, "a"), text.padEnd(least, "a")];
  yield placeholderOf(name).padEnd(least, "_").slice(0, most);
  for (const pattern of stated(facets, "pattern")) {
    for (const text of matchingTexts(String(pattern), least)) {
      yield text;
      for (const whole of ofFormat) {
        yield text + whole.slice(text.length);
        yield whole.slice(0, Math.max(0, whole.length - text.length)) + text;
      }
    }
  }
  yield* ["1", ""];
}
