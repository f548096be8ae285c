import { essenceOf, type MediaType, mediaTypeParameter } from "@workflow-api/contract";
import { type ClientDesign, camelCase, claim, Source } from "@workflow-api/contract/calls";
import { answersOf, errorsOf } from "./reading.ts";
import { wireReader } from "./wire-reader.ts";

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
  "../media.ts": ["readAs", "readBytes", "readJson", "readObject", "readStated", "requiring", "requiringOne"],
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
  /** The one of a media type among those of its response. */
  of(media: MediaType, content: readonly MediaType[]): Source;
}

/** A constant for each media type of the responses, and for each way of reading it. */
export function mediaConstants({ contract }: ClientDesign): MediaConstants {
  const taken = new Set(["schemes", "settings", "wire", ...Object.values(MODULES).flat()]);
  const found = new Map<string, MediaConstant>();
  const constantOf = (media: MediaType, content: readonly MediaType[]): MediaConstant => {
    const { mediaType } = media;
    const reader = wireReader(contract, media, content);
    const pattern = String(patternOf(mediaType, content));
    const key = `${reader} ${mediaType} ${pattern}`;
    const known = found.get(key);
    if (known !== undefined) return known;
    const value = { type: new Source(pattern), read: new Source(reader) };
    const constant = { name: claim(camelCase(mediaType), taken), mediaType, value };
    found.set(key, constant);
    return constant;
  };
  const responses = contract.operations.flatMap((each) => [...answersOf(each), ...errorsOf(each)]);
  const constants = responses.flatMap(({ content }) => content.map((media) => constantOf(media, content)));
  return {
    all: [...new Set(constants)],
    of: (media, content) => new Source(constantOf(media, content).name),
  };
}

/**
 * What the content types of a media type, or of a range of them, look like (RFC 9110, "Content-Type"). Parameters count
 * where another one of the response differs in nothing else: services leave them out, or add some.
 */
function patternOf(mediaType: string, content: readonly MediaType[]): RegExp {
  const essence = essenceOf(mediaType);
  if (essence === "*/*") return /^/;
  if (essence.endsWith("/*")) return new RegExp(`^${escaped(essence.slice(0, -1))}`, "i");
  const isAlone = content.filter((each) => essenceOf(each.mediaType) === essence).length === 1;
  const parameters = isAlone ? [] : parametersOf(mediaType);
  const stated = parameters.map(
    ([name, value]) => `(?=.*;\\s*${escaped(name)}="?${escaped(value)}"?\\s*(;|$))`,
  );
  return new RegExp(`^${escaped(essence)}\\s*${stated.join("")}(;|$)`, "i");
}

/** The parameters that tell a media type from others, without the quotes that their values may have. */
export function parametersOf(mediaType: string): [name: string, value: string][] {
  const names = mediaType.split(";").slice(1);
  return names.flatMap((text): [string, string][] => {
    const [name = ""] = text.trim().split("=");
    const value = mediaTypeParameter(mediaType, name);
    // A charset says how a body is written and not what it is: services add it, and leave it out.
    return value === undefined || /^charset$/i.test(name) ? [] : [[name, value]];
  });
}

function escaped(text: string): string {
  return text.replaceAll(/[.+*?^$()[\]{}|\\]/g, "\\$&");
}
