import {
  type Contract,
  credentialIn,
  type HttpRequest,
  type JudgedRequest,
  type Operation,
  type SecurityScheme,
  type Violation,
  withCredential,
  withoutCredential,
} from "@workflow-api/contract";

// The mock accepts any well-formed secret except 000.

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
  const wrong = operation.security.flat().filter((scheme) => isWrongSecret(scheme, request));
  if (wrong.length === 0) return judged.unauthenticated;
  const keys = new Set(wrong.map(({ key }) => key));
  const kept = wrong.reduce<HttpRequest>(withoutCredential, request);
  return contract
    .judge({ ...kept, method: operation.method })
    .unauthenticated.map((violation) =>
      keys.has(violation.part) ? { ...violation, message: otherSecret } : violation,
    );
}

const otherSecret = "must hold another secret, because 000 stands for a wrong one";

/** Whether the secret is zeros: the key or token, the signature of a JWT, or the password. */
function isWrongSecret(scheme: SecurityScheme, request: HttpRequest): boolean {
  const value = (credentialIn(request, scheme) ?? "").trim();
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

/** A request with sample credentials for the first security requirement of its operation. */
export function withSampleCredentials({ security }: Operation, request: HttpRequest): HttpRequest {
  const [requirement = []] = security;
  return requirement.reduce(
    (current, scheme) =>
      // The name and the password of `basic` are `sample` too.
      withCredential(current, scheme, scheme.type === "basic" ? "c2FtcGxlOnNhbXBsZQ==" : "sample"),
    request,
  );
}
