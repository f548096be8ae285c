/** A media type as it is compared (RFC 9110, section 8.3.1). */
interface ReadMediaType {
  /** Type and subtype, in lower case. */
  readonly essence: string;
  /** The parameters in their order, names in lower case, values without the quotes that they may have. */
  readonly parameters: readonly (readonly [name: string, value: string | undefined])[];
}

/** A parameter, whose value is a token or a quoted string (RFC 9110, section 5.6.6). One that is empty says nothing. */
const parameter = /;[ \t]*([^=;]*)(?:=(?:"((?:[^"\\]|\\.)*)"[ \t]*(?=;|$)|([^;]*)))?/g;

function read(text: string): ReadMediaType {
  const end = text.indexOf(";");
  const essence = (end < 0 ? text : text.slice(0, end)).trim().toLowerCase();
  if (end < 0) return { essence, parameters: [] };
  const found = [...text.slice(end).matchAll(parameter)].map(([, name = "", quoted, token]) => {
    const value = quoted?.replaceAll(/\\(.)/g, "$1") ?? token?.trimEnd();
    // What has no value ends with its name.
    return [(value === undefined ? name.trimEnd() : name).toLowerCase(), value] as const;
  });
  return { essence, parameters: found.filter(([name]) => name !== "") };
}

/** The type and subtype of a media type, in lower case and without parameters. */
export function essenceOf(mediaType: string): string {
  return read(mediaType).essence;
}

/** The value of a parameter, without the quotes that it may have. `undefined`: it is not stated, or empty. */
export function mediaTypeParameter(mediaType: string, name: string): string | undefined {
  const found = read(mediaType).parameters.find(([other]) => other === name.toLowerCase());
  return found?.[1] === "" ? undefined : found?.[1];
}

/** Whether a media type is JSON or has the `+json` suffix (RFC 6839). */
export function isJson(mediaType: string): boolean {
  return /^[^/]*\/(?:[^/]*\+)?json$/.test(essenceOf(mediaType));
}

/** Whether what a contract calls a media type stands for several, such as `image/*`. */
export function isMediaRange(mediaType: string): boolean {
  return essenceOf(mediaType).includes("*");
}

/** Whether a media type needs the boundary of its parts and states none (RFC 2046, section 5.1.1). A form is given one. */
export function lacksBoundary(mediaType: string): boolean {
  const isOfParts = /^multipart\/(?!form-data$|.*\*)/.test(essenceOf(mediaType));
  return isOfParts && mediaTypeParameter(mediaType, "boundary") === undefined;
}

/**
 * Whether a Content-Type is of a media type, or range of them, of a contract: parameters that the contract does not state
 * are free. Whether the case of a value counts is up to each parameter (RFC 9110, section 8.3.1), so it does not.
 */
export function isSameMediaType(mediaType: string, contentType: string): boolean {
  const [wanted, came] = [read(mediaType), read(contentType)];
  return (
    isWithin(wanted.essence, came.essence) &&
    wanted.parameters.every(([name, value]) =>
      came.parameters.some(([other, its]) => other === name && its?.toLowerCase() === value?.toLowerCase()),
    )
  );
}

function isWithin(range: string, essence: string): boolean {
  const [type, subtype] = partsOf(range);
  const [itsType, itsSubtype] = partsOf(essence);
  return (type === "*" || type === itsType) && (subtype === "*" || subtype === itsSubtype);
}

function partsOf(essence: string): [type: string, subtype: string | undefined] {
  const at = essence.indexOf("/");
  return at < 0 ? [essence, undefined] : [essence.slice(0, at), essence.slice(at + 1)];
}
