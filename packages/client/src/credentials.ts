/** How a credential of some type is sent. */
export interface Encoding {
  /** @returns `undefined`: it is no such credential. */
  encode(secret: unknown): EncodedCredential | undefined;
  /** What is wrong with others. */
  readonly problem: string;
}

export interface EncodedCredential {
  readonly value: string;
  /** What must not be shown. */
  readonly secrets: readonly string[];
}

/** Writes a credential to where its scheme has it: into the request, or into a copy of it. */
export type Place = (request: Request, name: string, value: string) => Request | Promise<Request>;

export const header: Place = (request, name, value) => {
  request.headers.set(name, value);
  return request;
};

export const query: Place = async (request, name, value) => {
  const { method, url } = request;
  const pair = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
  const signed = url + (url.includes("?") ? "&" : "?") + pair;
  if (/^(GET|HEAD)$/.test(method)) return new Request(signed, request);
  // Not every platform gives the stream of a body to another request.
  return new Request(signed, new Request(request, { body: await request.blob() }));
};

export const cookie: Place = (request, name, value) => {
  const { headers } = request;
  const others = (headers.get("cookie") ?? "")
    .split("; ")
    .filter((pair) => pair !== "" && !pair.startsWith(`${name}=`));
  headers.set("cookie", [...others, `${name}=${encodeURIComponent(value)}`].join("; "));
  return request;
};

/** An API key. */
export const apiKey: Encoding = {
  encode: (secret) => (isPrintable(secret) ? { value: secret, secrets: [secret] } : undefined),
  problem: "must be printable ASCII, not padded",
};

/** A bearer token (RFC 6750). */
export const bearer: Encoding = {
  encode: (secret) =>
    isPrintable(secret) && !/^bearer\s/i.test(secret)
      ? { value: `Bearer ${secret}`, secrets: [secret] }
      : undefined,
  problem: 'must be printable ASCII, not padded, without "Bearer"',
};

/** Whether a header can hold it unchanged. */
export function isPrintable(text: unknown): text is string {
  return typeof text === "string" && /^[!-~]([ -~]*[!-~])?$/.test(text);
}

/** The credentials of HTTP Basic authentication (RFC 7617), in UTF-8. */
export const basic: Encoding = {
  encode: (secret) => {
    const { username, password } = Object(secret);
    if (!isPlain(username) || !isPlain(password) || username.includes(":")) return undefined;
    // `btoa` takes a string with one character for each byte.
    const bytes = new TextEncoder().encode(`${username}:${password}`);
    const encoded = btoa(String.fromCharCode(...bytes));
    return {
      value: `Basic ${encoded}`,
      secrets: [encoded, password].filter((text) => text !== ""),
    };
  },
  problem: "must be { username, password }, without control characters, or a colon in the username",
};

function isPlain(text: unknown): text is string {
  return typeof text === "string" && /^[^\p{Cc}\p{Cs}]*$/u.test(text);
}
