import type { ContractRequest, Operation, SecurityScheme } from "@workflow-api/contract";

/** Credentials as a request carries them. The mock accepts any of the right form. */
export interface Credentials {
  readonly headers: Readonly<Record<string, string>>;
  /** Pairs of the query, percent-encoded, without a question mark. */
  readonly query: readonly string[];
  readonly cookies: readonly string[];
}

const none: Credentials = { headers: {}, query: [], cookies: [] };

/** Sample credentials for the first way of authenticating of an operation that a request can carry. */
export function sampleCredentials({ security }: Operation): Credentials {
  const alternative = security.find((schemes) => schemes.every(({ type }) => type !== "mutualTLS")) ?? [];
  return alternative.map(sampleOf).reduce(
    (all, each) => ({
      headers: { ...all.headers, ...each.headers },
      query: [...all.query, ...each.query],
      cookies: [...all.cookies, ...each.cookies],
    }),
    none,
  );
}

/** A request of an operation with sample credentials, each where it travels. */
export function withSampleCredentials(operation: Operation, request: ContractRequest): ContractRequest {
  const credentials = sampleCredentials(operation);
  const { headers, target } = request;
  const query = credentials.query.join("&");
  const cookies = [headers["Cookie"], ...credentials.cookies].filter((cookie) => cookie !== undefined);
  return {
    ...request,
    target: query === "" ? target : `${target}${target.includes("?") ? "&" : "?"}${query}`,
    headers: {
      ...headers,
      ...credentials.headers,
      ...(cookies.length > 0 && { Cookie: cookies.join("; ") }),
    },
  };
}

function sampleOf({ type, in: place, name = "", scheme }: SecurityScheme): Credentials {
  if (type === "apiKey") {
    const pair = `${encodeURIComponent(name)}=sample`;
    if (place === "query") return { ...none, query: [pair] };
    if (place === "cookie") return { ...none, cookies: [pair] };
    return { ...none, headers: { [name]: "sample" } };
  }
  return { ...none, headers: { Authorization: sampleAuthorization(scheme) } };
}

/** A header Authorization of an HTTP scheme, in lower case. Default: that of a bearer token. */
export function sampleAuthorization(scheme: string | undefined): string {
  if (scheme === "basic") return `Basic ${Buffer.from("user:password").toString("base64")}`;
  if (scheme === "digest") return 'Digest username="u", realm="r", nonce="n", uri="u", response="r"';
  return "Bearer sample";
}
