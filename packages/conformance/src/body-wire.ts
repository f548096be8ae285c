import {
  appendPointer,
  type ContractRequest,
  isForm,
  isJson,
  isObject,
  type JsonObject,
  type JsonValue,
  type MediaType,
  readForm,
  requestFor,
} from "@workflow-api/contract";
import { product, readings } from "./wire.ts";

/** What becomes of a body on the wire. */
export interface BodyWire {
  /** Whether it arrives as something that the schema accepts. */
  readonly isAccepted: (value: JsonValue) => boolean;
  /** Whether it arrives as something that the schema refuses, whatever it is read as. */
  readonly isRefused: (value: JsonValue) => boolean;
}

/** How bodies of a media type travel: JSON as itself, the fields of a form as text, and all else if it is text. */
export function bodyWire(media: MediaType): BodyWire {
  const { mediaType } = media;
  if (isJson(mediaType)) return { isAccepted: () => true, isRefused: () => true };
  const arrive = isForm(mediaType) ? (value: JsonValue) => formOf(media, value) : textOf;
  return {
    isAccepted: (value) => {
      const arrived = arrive(value);
      return arrived !== undefined && media.accepts(arrived);
    },
    isRefused: (value) => {
      const arrived = arrive(value);
      return arrived !== undefined && !readingsBy(media, arrived).some(media.accepts);
    },
  };
}

/** A form as it is read from the wire; `undefined` if the value is none. An empty form is no body. */
function formOf(media: MediaType, value: JsonValue): JsonObject | undefined {
  if (!isObject(value) || Object.keys(value).length === 0) return undefined;
  const { body = "" } = withBody(media, value);
  const arrived = body === "" ? {} : readForm(media, body);
  return Object.keys(arrived).length === 0 ? undefined : arrived;
}

/** A request with a body as it travels, and its Content-Type. */
export function withBody(media: MediaType, value: JsonValue): ContractRequest {
  const requestBody = { content: [media], required: true, description: undefined, pointer: media.pointer };
  const shape = { method: "POST", path: "/", parameters: [], responses: [], requestBody } as const;
  return requestFor(shape, new Map(), value);
}

/** What a form which came can be read as: by the types of its fields first. */
export function formReadings(media: MediaType, came: string): JsonValue[] {
  return readingsBy(media, readForm(media, came));
}

/**
 * What the fields of a form can be read as: by the schema first, and where that refuses some, in the ways of a server
 * that goes less by it. Another reading of the fields that it does not refuse would change nothing.
 */
function readingsBy(media: MediaType, arrived: JsonValue): JsonValue[] {
  if (!isObject(arrived)) return [arrived];
  const violations = media.validate(arrived);
  if (violations.length === 0) return [arrived];
  const names = Object.keys(arrived);
  const heads = new Set(violations.map(({ pointer }) => pointer.split("/", 2).join("/")));
  const refused = names.filter((name) => heads.has(appendPointer("", name)));
  // What is wrong with the whole may be a matter of any field.
  const varied = new Set(refused.length < heads.size ? names : refused);
  const choices = Object.entries(arrived).map(([name, field = null]) =>
    varied.has(name) ? fieldReadings(field) : [field],
  );
  const others = product(choices).map((fields) =>
    Object.fromEntries(fields.map((field, index) => [names[index] ?? "", field])),
  );
  return [arrived, ...others];
}

/** A single field is a list of one, too. */
function fieldReadings(field: JsonValue): JsonValue[] {
  if (typeof field === "string") return readings(field).flatMap((each) => [each, [each]]);
  if (!Array.isArray(field)) return [field];
  const lists = product(field.map((item) => (typeof item === "string" ? readings(item) : [item])));
  return field.length === 1 ? lists.flatMap((list) => [list, ...list]) : lists;
}

/** An empty text is no body. */
function textOf(value: JsonValue): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
