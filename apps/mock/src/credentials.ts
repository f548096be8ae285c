import type {
  Contract,
  HttpRequest,
  JudgedRequest,
  Operation,
  SecurityScheme,
  Violation,
} from "@workflow-api/contract";
import { credentialPrefix } from "@workflow-api/contract/http";

// The mock accepts any well-formed credentials except zeros.

/**
 * What is wrong with the credentials of a request, by the security requirement that lacks least.
 * Empty: nothing.
 *
 * @param judged - What the contract says of the request: whether they are there and well-formed.
 */
export function judgeCredentials(
  contract: Contract,
  operation: Operation,
  request: HttpRequest,
  judged: JudgedRequest,
): readonly Violation[] {
  const { headers } = request;
  const wrong = operation.security.flat().filter((scheme) => isWrongSecret(scheme, headers));
  if (wrong.length === 0) return judged.unauthenticated;
  const names = new Set(wrong.map(({ header }) => header.toLowerCase()));
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !names.has(name)));
  return contract
    .judge({ ...request, method: operation.method, headers: kept })
    .unauthenticated.map((violation) =>
      names.has(violation.part.replace("header ", ""))
        ? { ...violation, message: notZeros }
        : violation,
    );
}

const notZeros = "must hold another secret, because zeros stand for a wrong one";

/** Zeros, a password of zeros, or a JWT whose signature is zeros (RFC 7515, 3.1). */
function isWrongSecret({ header }: SecurityScheme, headers: HttpRequest["headers"]): boolean {
  const name = header.toLowerCase();
  const value = Object.hasOwn(headers, name) ? (headers[name] ?? "").trim() : "";
  const secret = value.replace(/^bearer +/i, "").replace(/^basic +(.*)$/i, passwordOf);
  return /^(?:ey[\w-]*\.[\w-]*\.)?0+$/.test(secret);
}

/** The password in base64 of `name:password`, else that text, which may be zeros itself. */
function passwordOf(_: string, encoded: string): string {
  try {
    const [, password] = /^[^:]*:(.*)$/s.exec(atob(encoded)) ?? [];
    return password ?? encoded;
  } catch {
    return encoded;
  }
}

/** The challenges of a 401 (`WWW-Authenticate`, RFC 9110, 11.6.1). */
export function challengeOf({ security }: Operation): string {
  const types = new Set(
    security
      .flat()
      .map(({ type }) => ({ apiKey: "ApiKey", bearer: "Bearer", basic: "Basic" })[type]),
  );
  return [...types].join(", ") || "Bearer";
}

/**
 * Headers with sample credentials for the first security requirement of an operation, spelt as in
 * the contract.
 */
export function sampleCredentials({ security }: Operation): Record<string, string> {
  return Object.fromEntries(
    (security[0] ?? []).map(({ header, type }) => [
      header,
      // The name and the password of `basic` are `sample` too.
      credentialPrefix[type] + (type === "basic" ? "c2FtcGxlOnNhbXBsZQ==" : "sample"),
    ]),
  );
}
