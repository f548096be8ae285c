import type { JsonValue, MediaType, Response } from "@workflow-api/contract";
import { sampleOf } from "@workflow-api/contract/samples";
import type { Answer } from "./case.ts";
import type { SchemaWorld } from "./schema/worlds.ts";
import { serializedHeader } from "./wire.ts";

/** An answer of the response, with every header that it has a sample for. */
export function sampleAnswer(
  world: SchemaWorld,
  response: Response,
  media?: MediaType,
  body?: JsonValue,
): Answer {
  const headers = response.headers.flatMap((header): [string, string][] => {
    const value = header.sample ?? sampleOf(world, [header]);
    const text = value === undefined ? undefined : serializedHeader(header, value, "any");
    return text === undefined ? [] : [[header.name.toLowerCase(), text]];
  });
  return {
    status: statusOf(response.status),
    headers: { ...Object.fromEntries(headers), ...(media && { "content-type": media.mediaType }) },
    body: body === undefined ? "" : JSON.stringify(body),
  };
}

/** A status of a response key: one of a range, and for `default` one that nothing else is likely to cover. */
function statusOf(key: string): number {
  return key === "default" ? 599 : Number(key.replaceAll(/x/gi, "9"));
}
