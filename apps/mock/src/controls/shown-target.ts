import { isNamed } from "@workflow-api/contract";
import { hidden } from "../credential-names.ts";
import { withoutUser } from "../request/read-target.ts";

/**
 * A request target as it came, but for its credentials.
 * @param names Of what holds credentials, in lower case.
 */
export function shownTarget(target: string, names: ReadonlySet<string>): string {
  return withoutUser(target)
    .split(/(?=[&#])/)
    .map((piece) => shownPiece(piece, names))
    .join("");
}

/**
 * The value of a header that is not called as a credential is. It may hold one all the same: in an address, as that of
 * `Referer`, or as what a proxy passes on of `Authorization` under another name.
 * @param names Of what holds credentials, in lower case.
 */
export function shownHeader(value: string, names: ReadonlySet<string>): string {
  return /^\s*(?:basic|bearer|digest|dpop)\s/i.test(value) ? hidden : shownTarget(value, names);
}

/** A second question mark is what comes of adding a query to an address that has one. */
function shownPiece(piece: string, names: ReadonlySet<string>): string {
  for (const { 0: before, 1: name = "", index } of piece.matchAll(/[?&#]([^=?&#]*)=/g)) {
    if (isNamed(names, plainName(name))) return `${piece.slice(0, index + before.length)}${hidden}`;
  }
  const [, before = "", value = ""] = /^([^=]*=)?(.*)$/s.exec(piece) ?? [];
  return holdsCredential(value, names) ? `${before}${hidden}` : piece;
}

/** Whether a value holds a credential within itself, as the address to return to may. */
function holdsCredential(value: string, names: ReadonlySet<string>): boolean {
  const [[, decoded = ""] = []] = new URLSearchParams(`value=${value}`);
  return decoded !== value && shownTarget(`?${decoded}`, names) !== `?${decoded}`;
}

/** The name in lower case, decoded. */
function plainName(name: string): string {
  const [decoded = ""] = new URLSearchParams(name).keys();
  return decoded.toLowerCase();
}
