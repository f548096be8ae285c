import type { HttpRequest, SecurityScheme } from "@workflow-api/contract";
import { credentialPrefix } from "@workflow-api/contract/http";
import type { Target } from "./targets.ts";

// Cases and reports hold placeholders. Secrets are inserted only when a request is sent, so no
// report can hold one, however short or common it is.

/** The secrets to send, by the name of their security scheme. */
export type Secrets = Readonly<Record<string, string>>;

/** The environment variable that holds the secret of a scheme: `VERIFY_API_KEY` for `apiKey`. */
export function variableOf({ name }: Pick<SecurityScheme, "name">, prefix = "VERIFY"): string {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, "$1_$2").replaceAll(/[^A-Za-z\d]+/g, "_");
  return `${prefix}_${words.toUpperCase()}`;
}

/**
 * The placeholder of the secret of a scheme in cases and reports: `~VERIFY_API_KEY~`. It is a
 * syntactically valid bearer token, so that a case can be validated, or sent to a mock, as it is.
 */
export function placeholderOf(scheme: Pick<SecurityScheme, "name">): string {
  return `~${variableOf(scheme)}~`;
}

/** A secret that no server accepts. */
export const wrongSecret = "0000000000000000";

/** The headers that carry these schemes with their placeholders, by name in lower case. */
export function credentialHeaders(schemes: readonly SecurityScheme[]): Record<string, string> {
  return Object.fromEntries(schemes.map((scheme) => credential(scheme, placeholderOf(scheme))));
}

/** The header that carries a secret by its scheme. */
export function credential(
  { header, type }: SecurityScheme,
  secret: string,
): readonly [string, string] {
  return [header.toLowerCase(), credentialPrefix[type] + secret];
}

/** Whether a header carries a wrong secret of a scheme. */
export function isWrong(scheme: SecurityScheme, name: string, text: string): boolean {
  const [header, value] = credential(scheme, wrongSecret);
  return name === header && text === value;
}

/**
 * A target that receives the secrets in place of their placeholders. A scheme without a secret
 * keeps its placeholder.
 */
export function withSecrets(
  target: Target,
  schemes: readonly SecurityScheme[],
  secrets: Secrets,
): Target {
  return { send: (request) => target.send(revealed(request, schemes, secrets)) };
}

function revealed(
  request: HttpRequest,
  schemes: readonly SecurityScheme[],
  secrets: Secrets,
): HttpRequest {
  const known = schemes.flatMap((scheme) => {
    const secret = secrets[scheme.name];
    return secret === undefined ? [] : [{ scheme, secret, placeholder: placeholderOf(scheme) }];
  });
  const headers = Object.entries(request.headers).map(([name, text]) => {
    const mistaken = known.find(({ scheme }) => isWrong(scheme, name, text));
    if (mistaken !== undefined) {
      const { scheme, secret } = mistaken;
      return credential(scheme, encoded(scheme, mistake(scheme, secret)));
    }
    // In one pass, because a secret may look like a placeholder.
    const value = text.replaceAll(/~VERIFY_[A-Z\d_]+~/g, (found) => {
      const match = known.find(({ placeholder }) => placeholder === found);
      return match === undefined ? found : encoded(match.scheme, match.secret);
    });
    return [name, value] as const;
  });
  return { ...request, headers: Object.fromEntries(headers) };
}

/** A secret as its scheme sends it: that of `basic` is name:password (RFC 7617). */
function encoded({ type }: SecurityScheme, secret: string): string {
  return type === "basic" ? Buffer.from(secret).toString("base64") : secret;
}

/**
 * A wrong secret of the same kind. Of a name and a password, the password is wrong; of a JWT the
 * signature (RFC 7515, 3.1): a server that does not verify signatures accepts it.
 */
function mistake({ type }: SecurityScheme, secret: string): string {
  const right = type === "basic" ? /^[^:]*:/ : /^ey[\w-]*\.[\w-]*\./;
  return `${right.exec(secret)?.[0] ?? ""}${wrongSecret}`;
}
