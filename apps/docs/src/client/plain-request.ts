import { isMediaRange, isObject, type JsonValue, requestFor, sentMediaType } from "@workflow-api/contract";
import { authenticated } from "../samples/authenticated.ts";
import type { Credential } from "../view/security.ts";
import type { TryOperation, TryWay } from "../view/try-data.ts";
import type { WrittenBody } from "./body-field.ts";

/** What a request is made from. */
export interface Written {
  readonly values: ReadonlyMap<string, JsonValue>;
  readonly body: WrittenBody | undefined;
}

/** The request without the client: whatever was written is sent, so that the service may say what is wrong with it. */
export function plainRequest(
  operation: TryOperation,
  { address, credentials }: Pick<TryOperation, "address"> & Pick<TryWay, "credentials">,
  { values, body }: Written,
): readonly [url: string, init: RequestInit] {
  const content = body === undefined ? [] : [{ mediaType: body.mediaType, shown: [] }];
  const made = requestFor({ ...operation, requestBody: { content } }, values, body?.value);
  const request = authenticated(made, address, credentials.map(encodedBasic));
  const form = body === undefined ? undefined : formOf(body);
  const headers = request.headers.filter(([name]) => form === undefined || name !== "Content-Type");
  const sent = form ?? (body?.fault === undefined ? request.body : body.text);
  const init = {
    method: request.method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
  };
  return [request.url, sent === undefined ? init : { ...init, body: sent }];
}

/** A body as the client takes it. `undefined`: none. */
export function clientBody(body: WrittenBody): unknown {
  const { mediaType, text, value } = body;
  return isMediaRange(mediaType) && value !== undefined
    ? new Blob([text], { type: sentMediaType(mediaType) })
    : (formOf(body) ?? value);
}

/** A body in parts; the browser writes their boundary. `undefined`: it is none. */
function formOf({ mediaType, value }: WrittenBody): FormData | undefined {
  if (!mediaType.startsWith("multipart/") || value === undefined || !isObject(value)) {
    return undefined;
  }
  const form = new FormData();
  for (const [name, member] of Object.entries(value)) {
    for (const item of Array.isArray(member) ? member : [member]) {
      if (typeof item === "object") {
        form.append(name, new Blob([JSON.stringify(item)], { type: "application/json" }));
      } else {
        form.append(name, String(item));
      }
    }
  }
  return form;
}

/** A user name and a password as they travel (RFC 7617). */
function encodedBasic(credential: Credential): Credential {
  const { prefix, placeholder } = credential;
  return prefix === "Basic "
    ? { ...credential, placeholder: btoa(String.fromCharCode(...new TextEncoder().encode(placeholder))) }
    : credential;
}
