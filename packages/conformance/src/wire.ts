import {
  isJson,
  isObject,
  type JsonValue,
  type Parameter,
  parseParameter,
  serializeParameter,
} from "@workflow-api/contract";

/**
 * Whether a value survives the wire as something that the schema refuses. Text has no types: a number that a string
 * parameter refuses arrives as the text of its digits, which is a string. So all readings of what arrives are tried.
 */
export function isRefusedOnWire(parameter: Parameter, value: JsonValue): boolean {
  if (isOverlooked(parameter, value)) return false;
  const wire = serializeParameter(parameter, value);
  if (!isSendable(parameter, wire)) return false;
  const arrived = parseParameter(parameter, wire);
  if (arrived === undefined) return false;
  if (isInJson(parameter)) return !parameter.accepts(value);
  return readings(arrived).every((reading) => !parameter.accepts(reading));
}

/**
 * Whether a server may take a value for none: where each member of an object is a pair of its own, one that is no object
 * travels as a pair that no member is called by.
 */
function isOverlooked({ explode, in: place, required, shape, style }: Parameter, value: JsonValue): boolean {
  const isSpread = place === "query" && style === "form" && explode && shape === "object";
  return isSpread && !required && !isObject(value);
}

/** Whether a value survives the wire as itself, or as something else that the schema accepts. */
export function isAcceptedOnWire(parameter: Parameter, value: JsonValue): boolean {
  const wire = serializeParameter(parameter, value);
  if (!isSendable(parameter, wire)) return false;
  const arrived = parseParameter(parameter, wire);
  if (arrived === undefined) return !parameter.required && isEmpty(value);
  if (isInJson(parameter)) return parameter.accepts(value);
  return readings(arrived).some((reading) => parameter.accepts(reading));
}

/** The same value with an empty text in it, as far as it travels: for a list the one item, for an object each member. */
export function emptiedValues({ shape }: Parameter, base: JsonValue | undefined): JsonValue[] {
  if (shape === "array") return [[""]];
  if (shape === "primitive") return [""];
  return isObject(base) ? Object.keys(base).map((name) => ({ ...base, [name]: "" })) : [];
}

/** Whether a value is refused, be its empty text taken for a text, for null, or in a list for no item. */
export function isRefusedEmpty(parameter: Parameter, value: JsonValue): boolean {
  const readAs = (text: JsonValue): JsonValue => {
    if (value === "") return text;
    if (!isObject(value)) return [text];
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, member === "" ? text : member]),
    );
  };
  const taken = [...["", null].map(readAs), ...(Array.isArray(value) ? [[]] : [])];
  return taken.every((each) => !parameter.accepts(each));
}

/** Whether a serialised value can be sent: a path segment is not empty, a header is of visible ASCII and spaces. */
function isSendable({ in: place }: Parameter, wire: string): boolean {
  if (place === "header") return /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(wire);
  return wire !== "" && !wire.endsWith("=") && wire !== "." && wire !== "..";
}

function isEmpty(value: JsonValue): boolean {
  return (Array.isArray(value) && value.length === 0) || (isObject(value) && Object.keys(value).length === 0);
}

type Arrived = string | readonly string[] | Readonly<Record<string, string>>;

/** Beyond this many combinations only uniform readings are tried. */
const mostReadings = 512;

/** Everything that text which arrived can stand for: text has no types. */
export function readings(arrived: Arrived): JsonValue[] {
  if (typeof arrived === "string") return readingsOf(arrived);
  if (Array.isArray(arrived)) return product(arrived.map(readingsOf));
  const entries = Object.entries(arrived);
  return product(entries.map(([, text]) => readingsOf(text))).map((values) =>
    Object.fromEntries(entries.map(([name], index) => [name, values[index] ?? null])),
  );
}

/** What a text can stand for: itself, and the number, truth value or null that it spells. */
function readingsOf(text: string): JsonValue[] {
  const others: JsonValue[] = [];
  if (text.trim() !== "" && Number.isFinite(Number(text))) others.push(Number(text));
  if (text === "true" || text === "false") others.push(text === "true");
  if (text === "null" || text === "") others.push(null);
  return [text, ...others];
}

/** Every choice of one from each of some lists; beyond a number of them not all. */
export function product(choices: readonly (readonly JsonValue[])[]): JsonValue[][] {
  const all = choices.reduce<JsonValue[][]>(
    (rows, options) =>
      rows.length * options.length > mostReadings
        ? rows.map((row) => [...row, options[options.length - 1] ?? null])
        : rows.flatMap((row) => options.map((option) => [...row, option])),
    [[]],
  );
  return all;
}

/** Whether what came in a header of a response can be read as a valid value. */
export function readsAsValid(header: Parameter, raw: string): boolean {
  const arrived = parseParameter(header, raw);
  if (arrived === undefined) return false;
  if (header.mediaType !== undefined) return true;
  return readings(arrived).some((reading) => header.accepts(reading));
}

/**
 * The text of a header's value.
 * @returns `undefined` if it cannot be sent or, unless `any` is asked for, if the text passes for a valid value.
 */
export function serializedHeader(
  header: Parameter,
  value: JsonValue,
  which: "refused" | "any" = "refused",
): string | undefined {
  const text = serializeParameter(header, value);
  if (!isSendable(header, text)) return undefined;
  return which === "refused" && readsAsValid(header, text) ? undefined : text;
}

/**
 * Whether what came for a parameter can be read as a valid value.
 * @param raw See `parseParameter`.
 * @returns `undefined` if nothing came.
 */
export function arrivesValid(parameter: Parameter, raw: string | undefined): boolean | undefined {
  const arrived = parseParameter(parameter, raw);
  if (arrived === undefined) return undefined;
  if (isInJson(parameter)) return typeof arrived === "string" && parameter.accepts(parsed(arrived));
  return readings(arrived).some((reading) => parameter.accepts(reading));
}

/** Whether a parameter travels as JSON, so that the types of what it holds arrive too. */
function isInJson({ mediaType }: Parameter): boolean {
  return mediaType !== undefined && isJson(mediaType);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
