import type { JsonObject, JsonValue, MediaType } from "@workflow-api/contract";

/** More fields of several types than any form that makes sense. */
const mostDoubtful = 6;

/** A form as its schema takes it, where fields that may be text or something else leave that open; as it came, if none is. */
export function acceptedReading(media: MediaType, form: JsonObject): JsonObject {
  const doubtful = Object.entries(form).flatMap(([name, text]): [string, JsonValue][] => {
    const other = typeof text === "string" && isOpen(media, name) ? unquoted(text) : undefined;
    return other === undefined ? [] : [[name, other]];
  });
  const readings = [form];
  for (const [name, other] of doubtful.slice(0, mostDoubtful))
    readings.push(...readings.map((each) => ({ ...each, [name]: other })));
  return readings.find((reading) => media.accepts(reading)) ?? form;
}

function isOpen({ fields }: MediaType, name: string): boolean {
  const types = fields.get(name)?.types ?? [];
  return types.includes("string") && types.some((type) => type !== "string");
}

/** The number, flag or null that a text may stand for. */
function unquoted(text: string): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(text);
    return typeof value === "object" && value !== null ? undefined : value;
  } catch {
    return undefined;
  }
}
