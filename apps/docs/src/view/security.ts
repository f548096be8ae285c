import {
  type Operation,
  placeholderOf,
  type SecurityAlternative,
  type SecurityScheme,
} from "@workflow-api/contract";

/** What a client sends for a security scheme: where, under which name, and in which form. */
export interface Credential {
  readonly in: "header" | "query" | "cookie";
  readonly name: string;
  /** What stands before the secret, such as `Bearer `. */
  readonly prefix: string;
  /** What stands for the secret in a sample; of Basic credentials (RFC 7617) before they are encoded. */
  readonly placeholder: string;
  /** What the reader may give of it: what each is called, and what stands for it in the placeholder. */
  readonly parts: readonly CredentialPart[];
}

interface CredentialPart {
  readonly label: string;
  readonly placeholder: string;
}

/** How a scheme's secret travels. `undefined`: outside the request (a TLS certificate). */
export function credentialOf(scheme: SecurityScheme): Credential | undefined {
  const placeholder = placeholderOf(scheme.key);
  if (scheme.type === "mutualTLS") {
    return undefined;
  }
  if (scheme.type === "apiKey") {
    const name = scheme.name ?? scheme.key;
    const parts = [{ label: name, placeholder }];
    return { in: scheme.in ?? "header", name, prefix: "", placeholder, parts };
  }
  const kind = scheme.type === "http" ? (scheme.scheme ?? "bearer") : "bearer";
  if (kind === "basic") {
    return basicCredential(placeholder);
  }
  const prefix = `${kind.charAt(0).toUpperCase()}${kind.slice(1)} `;
  // A scheme that is called "bearer" is named after its form: what is sent is a token.
  const secret = /^bearer$/i.test(scheme.key) ? `${placeholder}_TOKEN` : placeholder;
  const parts = [{ label: `${prefix}token`, placeholder: secret }];
  return { in: "header", name: "Authorization", prefix, placeholder: secret, parts };
}

function basicCredential(placeholder: string): Credential {
  const parts = [
    { label: "User name", placeholder: `${placeholder}_NAME` },
    { label: "Password", placeholder: `${placeholder}_PASSWORD` },
  ];
  const pair = parts.map((part) => part.placeholder).join(":");
  return { in: "header", name: "Authorization", prefix: "Basic ", placeholder: pair, parts };
}

/** The user name and the password that a header holds before they are encoded. `undefined`: it is of another form. */
export function basicPair(header: string): string | undefined {
  return /^Basic (.*:.*)$/s.exec(header)?.[1];
}

/** A way of authenticating, in a few words: `X-API-KEY and X-API-SECRET`, `Bearer token`. */
export function wayName(way: SecurityAlternative): string {
  return way.length === 0 ? "No credentials" : way.map(schemeName).join(" and ");
}

/** A scheme as its users know it. */
export function schemeName(scheme: SecurityScheme): string {
  const credential = credentialOf(scheme);
  if (credential === undefined) {
    return "client certificate";
  }
  if (credential.prefix === "") {
    return credential.name;
  }
  const kinds: Readonly<Record<string, string>> = {
    oauth2: "OAuth 2 token",
    openIdConnect: "OpenID Connect token",
  };
  const ofHttp = scheme.scheme === "basic" ? "Basic credentials" : `${credential.prefix}token`;
  return kinds[scheme.type] ?? ofHttp;
}

/** The ways of authenticating of an operation; one without any has the empty way. */
export function waysOf(operation: Operation): readonly SecurityAlternative[] {
  return operation.security.length === 0 ? [[]] : operation.security;
}
