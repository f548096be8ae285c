import type { HttpRequest, SecurityScheme } from "@workflow-api/contract";
import type { Target } from "./targets.ts";

// Cases hold a placeholder for each secret, and so do reports. The secret takes its place where the
// request is sent and nowhere else, so however short or common it is, no report can hold it.

/** The secrets to send, by the name of their security scheme. */
export type Secrets = Readonly<Record<string, string>>;

/** The environment variable that holds the secret of a scheme: `WORKFLOW_API_KEY` for `apiKey`. */
export function variableOf({ name }: Pick<SecurityScheme, "name">): string {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, "$1_$2").replaceAll(/[^A-Za-z\d]+/g, "_");
  return `WORKFLOW_${words.toUpperCase()}`;
}

/**
 * What stands for the secret of a scheme in cases and reports: `~WORKFLOW_API_KEY~`. Its characters
 * are those of a bearer token, so a case can be judged, and sent to a mock, as it is.
 */
export function placeholderOf(scheme: Pick<SecurityScheme, "name">): string {
  return `~${variableOf(scheme)}~`;
}

/** A secret that no server knows. */
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
  const prefix = { apiKey: "", bearer: "Bearer ", basic: "Basic " }[type];
  return [header.toLowerCase(), prefix + secret];
}

/**
 * A target that is sent the secrets in place of their placeholders. A scheme without a secret keeps
 * its own.
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
    const given = secrets[scheme.name];
    if (given === undefined) return [];
    // The secret of `basic` is name:password (RFC 7617).
    const secret = scheme.type === "basic" ? Buffer.from(given).toString("base64") : given;
    return [{ scheme, secret, placeholder: placeholderOf(scheme) }];
  });
  const headers = Object.entries(request.headers).map(([name, text]) => {
    const mistaken = known.find(
      ({ scheme }) =>
        scheme.header.toLowerCase() === name && text === credential(scheme, wrongSecret)[1],
    );
    if (mistaken !== undefined) return credential(mistaken.scheme, mistake(mistaken.secret));
    // All at once: a secret may look like a placeholder.
    const value = text.replaceAll(/~WORKFLOW_[A-Z\d_]+~/g, (found) => {
      const match = known.find(({ placeholder }) => placeholder === found);
      return match?.secret ?? found;
    });
    return [name, value] as const;
  });
  return { ...request, headers: Object.fromEntries(headers) };
}

/**
 * A wrong secret of the same kind. Of a JWT only the signature is wrong (RFC 7515, 3.1): a server
 * that reads a token without verifying it takes one with any.
 */
function mistake(secret: string): string {
  const [signed] = /^ey[\w-]*\.[\w-]*\./.exec(secret) ?? [""];
  return `${signed}${wrongSecret}`;
}
