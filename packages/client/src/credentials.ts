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

/** What a credential is written into. */
export interface Signed {
  /** What is added to the query, with an ampersand before each parameter. */
  query: string;
  readonly headers: Headers;
}

/** Writes a credential to where its scheme has it. */
export type Place = (signed: Signed, name: string, value: string) => void;

export const header: Place = ({ headers }, name, value) => headers.set(name, value);

export const query: Place = (signed, name, value) => {
  signed.query += `&${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
};

export const cookie: Place = ({ headers }, name, value) => {
  const others = (headers.get("cookie") ?? "")
    .split("; ")
    .filter((pair) => pair !== "" && !pair.startsWith(`${name}=`));
  headers.set("cookie", [...others, `${name}=${encodeURIComponent(value)}`].join("; "));
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
