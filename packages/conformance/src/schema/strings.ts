import { type Facet, lowerBound, stated, upperBound } from "@workflow-api/contract/samples";
import fc from "fast-check";

/** Strings that a format accepts, as both judges read it. */
const ofFormat: Readonly<Record<string, readonly string[]>> = {
  byte: ["dGV4dA==", "AAEC"],
  date: ["2024-02-29", "1999-12-31"],
  "date-time": ["2024-02-29T12:30:00Z", "2024-01-01T00:00:00.5+02:00"],
  duration: ["P1DT2H", "PT5M"],
  email: ["ada@example.com"],
  hostname: ["example.com"],
  ipv4: ["192.0.2.1"],
  ipv6: ["2001:db8::1"],
  "json-pointer": ["/a/b"],
  regex: ["^a$"],
  "relative-json-pointer": ["1/a"],
  time: ["12:30:00Z"],
  uri: ["https://example.com/a?b=c"],
  "uri-reference": ["/a/b"],
  "uri-template": ["/a/{b}"],
  uuid: ["3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30"],
};

/** Candidates for a string that the facets accept, the plainest first; not all of them need be valid. */
export function stringCandidates(facets: readonly Facet[], seed: number): string[] {
  const least = lowerBound(facets, "minLength", 0);
  const most = upperBound(facets, "maxLength", Number.POSITIVE_INFINITY);
  const formats = stated(facets, "format").flatMap((name) => ofFormat[String(name)] ?? []);
  const patterns = stated(facets, "pattern").flatMap((pattern) => matching(String(pattern), seed));
  const plain = "text".padEnd(Math.min(least, 100_000), "t").slice(0, Math.max(0, Math.min(most, 100_000)));
  return [...formats, ...patterns, plain, "1", ""];
}

const known = new Map<string, readonly string[]>();

/** Strings that match a pattern, some of them different from another in length. To find them takes milliseconds. */
function matching(pattern: string, seed: number): readonly string[] {
  const key = `${seed} ${pattern}`;
  const found = known.get(key) ?? findMatching(pattern, seed);
  known.set(key, found);
  return found;
}

function findMatching(pattern: string, seed: number): string[] {
  try {
    const expression = new RegExp(pattern, "u");
    const plain = fc.stringMatching(new RegExp(pattern), { maxLength: 64 });
    const found = fc.sample(plain, { seed, numRuns: 20 }).filter((text) => expression.test(text));
    return found.filter(isPrintable).concat(found);
  } catch {
    return [];
  }
}

function isPrintable(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}
