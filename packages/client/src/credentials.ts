// How credentials are sent that are no text in a header.

type Write = (request: Request, value: string) => Request | Promise<Request>;

/** Writes a credential into the query. */
export function query(name: string): Write {
  return async (request, value) => {
    const { method, url } = request;
    const pair = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
    const signed = url + (url.includes("?") ? "&" : "?") + pair;
    if (/^(GET|HEAD)$/.test(method)) return new Request(signed, request);
    // Not every platform gives the stream of a body to another request.
    return new Request(signed, new Request(request, { body: await request.blob() }));
  };
}

/** Writes a credential into the header `Cookie`. */
export function cookie(name: string): Write {
  return (request, value) => {
    const { headers } = request;
    const others = (headers.get("cookie") ?? "")
      .split("; ")
      .filter((pair) => pair !== "" && !pair.startsWith(`${name}=`));
    headers.set("cookie", [...others, `${name}=${encodeURIComponent(value)}`].join("; "));
    return request;
  };
}

/**
 * The credentials of HTTP Basic authentication (RFC 7617), in UTF-8. The empty string: they are
 * none.
 */
export function basic(login: unknown): string {
  const { username, password } = Object(login);
  if (!isPlain(username) || !isPlain(password) || username.includes(":")) return "";
  // `btoa` takes a string with one character for each byte.
  return btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)));
}

function isPlain(text: unknown): text is string {
  return typeof text === "string" && /^[^\p{Cc}\p{Cs}]*$/u.test(text);
}
