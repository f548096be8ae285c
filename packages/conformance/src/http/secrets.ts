import {
  credentialIn,
  type HttpRequest,
  type SecurityScheme,
  withCredential,
} from "@workflow-api/contract";
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

/** A request with the placeholders of these schemes. */
export function withPlaceholders(
  request: HttpRequest,
  schemes: readonly SecurityScheme[],
): HttpRequest {
  return schemes.reduce(
    (current, scheme) => withCredential(current, scheme, placeholderOf(scheme)),
    request,
  );
}

/** Whether a request carries a wrong secret of a scheme. */
export function isWrong(scheme: SecurityScheme, request: Partial<HttpRequest>): boolean {
  return credentialIn(request, scheme) === credentialPrefix[scheme.type] + wrongSecret;
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
  const mistaken = known.filter(({ scheme }) => isWrong(scheme, request));
  const sent = mistaken.reduce(
    (current, { scheme, secret }) =>
      withCredential(current, scheme, encodedSecret(scheme, mistake(scheme, secret))),
    request,
  );
  // In one pass, because a secret may look like a placeholder.
  const inText = (text: string, encode: (secret: string) => string): string =>
    text.replaceAll(/~VERIFY_[A-Z\d_]+~/g, (found) => {
      const match = known.find(({ placeholder }) => placeholder === found);
      return match === undefined ? found : encode(encodedSecret(match.scheme, match.secret));
    });
  const headers = Object.entries(sent.headers).map(([name, text]) => {
    const isEncoded = name === "cookie";
    return [name, inText(text, isEncoded ? encodeURIComponent : (secret) => secret)] as const;
  });
  return {
    ...sent,
    query: inText(sent.query, encodeURIComponent),
    headers: Object.fromEntries(headers),
  };
}

/** A secret as its scheme sends it: that of `basic` is name:password (RFC 7617). */
function encodedSecret({ type }: SecurityScheme, secret: string): string {
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
