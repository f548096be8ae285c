import {
  encodeForm,
  isMediaRange,
  isMultipart,
  isObject,
  type JsonValue,
  type MediaType,
  requestFor,
  sentMediaType,
} from "@workflow-api/contract";
import { authenticated } from "../samples/authenticated.ts";
import type { Credential } from "../view/security.ts";
import type { TryOperation, TryWay } from "../view/try-data.ts";
import type { WrittenBody } from "./body-field.ts";

type FormMedia = Pick<MediaType, "mediaType" | "encoding">;

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
  const content = body === undefined ? [] : [{ ...mediaOf(operation, body), shown: [] }];
  const made = requestFor({ ...operation, requestBody: { content } }, values, body?.value);
  const request = authenticated(made, address, credentials.map(encodedBasic));
  const sent = body?.fault === undefined ? request.body : body.text;
  const init = {
    method: request.method,
    headers: request.headers.map(([name, value]): [string, string] => [name, value]),
  };
  return [request.url, sent === undefined ? init : { ...init, body: sent }];
}

/** A body as the client takes it. `undefined`: none. */
export async function clientBody(operation: TryOperation, body: WrittenBody): Promise<unknown> {
  const { mediaType, text, value } = body;
  if (isMediaRange(mediaType) && value !== undefined) {
    return new Blob([text], { type: sentMediaType(mediaType) });
  }
  if (!isMultipart(mediaType) || !isObject(value)) {
    return value;
  }
  const form = encodeForm(mediaOf(operation, body), value);
  return await new Response(form.text, { headers: { "Content-Type": form.contentType } }).formData();
}

/** How a body travels: in parts, with a boundary that does not stand in what the reader has written. */
function mediaOf({ bodies = [] }: TryOperation, { mediaType }: WrittenBody): FormMedia {
  const declared = bodies.find((each) => `${mediaType};`.startsWith(`${each.mediaType};`));
  const own = isMultipart(mediaType) ? (declared?.mediaType ?? mediaType) : mediaType;
  return { mediaType: own, encoding: new Map(declared?.encoding) };
}

/** A user name and a password as they travel (RFC 7617). */
function encodedBasic(credential: Credential): Credential {
  const { prefix, placeholder } = credential;
  return prefix === "Basic "
    ? { ...credential, placeholder: btoa(String.fromCharCode(...new TextEncoder().encode(placeholder))) }
    : credential;
}
