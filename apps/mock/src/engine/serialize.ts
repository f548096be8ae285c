import { essenceOf } from "@workflow-api/contract";

/** The text of a body in a media type, as Prism's own server writes it. `undefined`: no body. */
export async function serializeBody(
  body: unknown,
  contentType: string | undefined,
): Promise<string | undefined> {
  if (body === undefined) return undefined;
  const mediaType = essenceOf(contentType ?? "");
  if (/^application\/(.+\+)?json$/.test(mediaType)) return JSON.stringify(body);
  if (typeof body === "string") return body;
  if (/^application\/(.+\+)?xml$/.test(mediaType)) {
    // Heavy, and only for a contract that answers XML.
    const { XMLBuilder } = await import("fast-xml-parser");
    return new XMLBuilder({}).build({ xml: body });
  }
  return JSON.stringify(body);
}
