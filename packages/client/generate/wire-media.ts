import { essenceOf, isJson, type MediaType } from "@workflow-api/contract";
import { type ClientDesign, camelCase, claim, Source } from "@workflow-api/contract/calls";
import { isText } from "./media-types.ts";
import { answersOf, errorsOf, isAlways } from "./reading.ts";

/** What the generated table may name, by the module that has it. */
export const MODULES: Readonly<Record<string, readonly string[]>> = {
  "../bodies.ts": [
    "refuseAbsent",
    "refuseContent",
    "refuseMethod",
    "styledForm",
    "writeBlob",
    "writeBytes",
    "writeFiles",
    "writeForm",
    "writeJson",
    "writeParts",
    "writeText",
  ],
  "../media.ts": ["readAs", "readBytes", "readJson", "readObject", "readText"],
  "../schemes.ts": ["asBasic", "asBearer", "asScheme", "basicToken", "inCookie", "inHeader", "inQuery"],
  "../writers.ts": ["choice", "commaList", "inHead", "jsonText", "ofAnyShape", "styled"],
};

/** How a media type of the responses is recognised and read: a constant that the rows of the table name. */
export interface MediaConstant {
  readonly name: string;
  readonly mediaType: string;
  readonly value: { readonly type: Source; readonly read: Source };
}

/** The constant of each media type. */
export interface MediaConstants {
  readonly all: readonly MediaConstant[];
  of(media: MediaType): Source;
}

/** A constant for each media type of the responses, and for each way of reading it. */
export function mediaConstants({ contract }: ClientDesign): MediaConstants {
  const taken = new Set(["schemes", "settings", "wire", ...Object.values(MODULES).flat()]);
  const found = new Map<string, MediaConstant>();
  const constantOf = (media: MediaType): MediaConstant => {
    const { mediaType } = media;
    const reader = readerOf(contract.resolve, media);
    const known = found.get(`${reader} ${mediaType}`);
    if (known !== undefined) return known;
    const value = { type: new Source(String(patternOf(mediaType))), read: new Source(reader) };
    const constant = { name: claim(camelCase(mediaType), taken), mediaType, value };
    found.set(`${reader} ${mediaType}`, constant);
    return constant;
  };
  const responses = contract.operations.flatMap((each) => [...answersOf(each), ...errorsOf(each)]);
  const all = [...new Set(responses.flatMap(({ content }) => content).map(constantOf))];
  return { all, of: (media) => new Source(constantOf(media).name) };
}

function readerOf(
  resolve: ClientDesign["contract"]["resolve"],
  { mediaType, schema, pointer }: MediaType,
): string {
  if (!isJson(mediaType)) return isText(mediaType) ? "readText" : "readBytes";
  const types = TYPES.filter((type) => {
    const others = TYPES.filter((other) => other !== type);
    return !isAlways(others.includes("number") ? [...others, "integer"] : others, resolve, schema, pointer);
  });
  if (types.length === TYPES.length) return "readJson";
  // By far the most frequent type, whose reader is a part of the one for all.
  return types.join() === "object"
    ? "readObject"
    : `readAs(${types.map((type) => JSON.stringify(type)).join(", ")})`;
}

const TYPES = ["object", "array", "string", "number", "boolean", "null"];

/** What the content types of a media type, or of a range of them, look like (RFC 9110, "Content-Type"). */
function patternOf(mediaType: string): RegExp {
  const escaped = essenceOf(mediaType).replaceAll(/[.+*?^$()[\]{}|\\]/g, "\\$&");
  if (escaped === "\\*/\\*") return /^/;
  return new RegExp(`^${escaped.endsWith("/\\*") ? escaped.slice(0, -2) : `${escaped}\\s*(;|$)`}`, "i");
}
