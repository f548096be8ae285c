import { isJson, isObject, type JsonValue, type MediaType } from "@workflow-api/contract";
import { readings } from "./wire.ts";

/** What becomes of a body on the wire. */
export interface BodyWire {
  /** Whether it arrives as something that the schema accepts. */
  readonly isAccepted: (value: JsonValue) => boolean;
  /** Whether it arrives as something that the schema refuses, whatever it is read as. */
  readonly isRefused: (value: JsonValue) => boolean;
}

/** How bodies of a media type travel: JSON as itself, the fields of a form as text, and all else if it is text. */
export function bodyWire({ mediaType, schema, validate }: MediaType): BodyWire {
  if (isJson(mediaType)) return { isAccepted: () => true, isRefused: () => true };
  const arrive = isFields(mediaType)
    ? (value: JsonValue) => (holdsList(schema, value) ? undefined : fieldsOf(value))
    : textOf;
  const read = (value: JsonValue): JsonValue[] => {
    const arrived = arrive(value);
    return arrived === undefined ? [] : typeof arrived === "string" ? [arrived] : readings(arrived);
  };
  return {
    isAccepted: (value) => read(value).some((reading) => validate(reading).length === 0),
    isRefused: (value) =>
      arrive(value) !== undefined && read(value).every((reading) => validate(reading).length > 0),
  };
}

function isFields(mediaType: string): boolean {
  return /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(mediaType);
}

/** Whether a field is a list by its schema: a single text is a list of one, so what arrives is not what was meant. */
function holdsList(schema: MediaType["schema"], value: JsonValue): boolean {
  const properties = isObject(schema) && isObject(schema["properties"]) ? schema["properties"] : {};
  return Object.keys(isObject(value) ? value : {}).some((name) => {
    const field = properties[name];
    return isObject(field) && [field["type"]].flat().includes("array");
  });
}

/** The fields of a form as text; `undefined` if one of them is no plain value. An empty form is no body. */
function fieldsOf(value: JsonValue): Record<string, string> | undefined {
  if (!isObject(value) || Object.keys(value).length === 0) return undefined;
  const fields = Object.entries(value);
  const isPlain = fields.every(([, field]) => field !== null && field !== "" && typeof field !== "object");
  return isPlain ? Object.fromEntries(fields.map(([name, field]) => [name, String(field)])) : undefined;
}

/** An empty text is no body. */
function textOf(value: JsonValue): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
