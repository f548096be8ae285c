import type { ClientCall } from "@workflow-api/contract/calls";

/** The body of a call as the client takes it, where that is not JSON. */
export function bodyOf({ blob, form }: ClientCall): FormData | Blob | undefined {
  if (blob !== undefined) return blobOf(blob);
  if (form === undefined) return undefined;
  const body = new FormData();
  for (const part of form) {
    if (part.contentType === undefined) body.append(part.name, part.text);
    else body.append(part.name, blobOf(part), part.filename);
  }
  return body;
}

function blobOf({ contentType, text }: NonNullable<ClientCall["blob"]>): Blob {
  return new Blob([text], { type: contentType ?? "" });
}

/** What a body says, however it is written: its fields, its parts, its data or its text. */
export async function readSent(body: RequestInit["body"], contentType = ""): Promise<unknown> {
  if (body === undefined || body === null) return undefined;
  const response = new Response(body, contentType === "" ? {} : { headers: { "content-type": contentType } });
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("multipart/form-data")) return await partsOf(await response.formData());
  const text = await response.text();
  if (type.startsWith("application/x-www-form-urlencoded")) return [...new URLSearchParams(text)];
  return /[/+]json\s*(;|$)/i.test(type) ? JSON.parse(text) : text;
}

async function partsOf(form: FormData): Promise<unknown> {
  return await Promise.all(
    [...form].map(async ([name, value]) => [name, typeof value === "string" ? value : await value.text()]),
  );
}
