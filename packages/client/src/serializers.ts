import { createQuerySerializer, type QuerySerializerOptions } from "openapi-fetch";
import type { Init } from "./client.ts";
import { own } from "./options.ts";

// What openapi-fetch does not write by itself. Bundlers drop what no chosen operation has.

/** Writes a query whose parameters have different styles, by their names. */
export function query(styles: Readonly<Record<string, QuerySerializerOptions>>) {
  return (values: unknown): string =>
    Object.entries(Object(values))
      .map(([name, value]) =>
        createQuerySerializer(own(styles)[name] as QuerySerializerOptions)(
          own({ [encodeURIComponent(name)]: value }),
        ),
      )
      .filter((text) => text !== "")
      .join("&");
}

/** Writes the cookies, and what another function writes. */
export function cookies(write?: (init: Init) => Init): (init: Init) => Init {
  return (init) => {
    const headers = new Headers(init.headers);
    const pairs = Object.entries(init.params?.["cookie"] ?? {})
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
    if (pairs.length > 0) headers.set("cookie", pairs.join("; "));
    return { headers, ...write?.({ ...init, headers }) };
  };
}

/** Says which media type a body of JSON has. */
export function json(mediaType: string): (init: Init) => Init {
  return (init) => ({ headers: withType(init, mediaType) });
}

function withType({ body, headers: given }: Init, mediaType: string | null): Headers {
  const headers = new Headers(given);
  if (body !== undefined && mediaType && !headers.has("content-type"))
    headers.set("content-type", mediaType);
  return headers;
}

/** What `fetch` takes is sent as it is; the members of another object become those of a form. */
export function raw(mediaType: string): (init: Init) => Init {
  return (init) => {
    const body = formOf(init.body, mediaType);
    // `fetch` says which media type it has.
    const isTyped =
      body instanceof FormData ||
      body instanceof URLSearchParams ||
      (body instanceof Blob && body.type);
    const headers = isTyped
      ? { ...Object.fromEntries(new Headers(init.headers)), "content-type": null }
      : withType(init, mediaType);
    return { headers: headers as Headers, bodySerializer: () => body };
  };
}

function formOf(body: unknown, mediaType: string): unknown {
  if (Object.prototype.toString.call(body) !== "[object Object]") return body;
  const form = mediaType.startsWith("multipart/") ? new FormData() : new URLSearchParams();
  for (const [name, value] of Object.entries(Object(body)))
    for (const item of [value].flat()) form.append(name, item as string);
  return form;
}
