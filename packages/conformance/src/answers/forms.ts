import { isObject, type JsonValue, type MediaType } from "@workflow-api/contract";
import { sampleOf } from "@workflow-api/contract/samples";
import type { AnswerCase } from "../answer-case.ts";
import { bodyWire, withBody } from "../body-wire.ts";
import type { Answer } from "../case.ts";
import { invalidValues, validValues } from "../schema/values.ts";
import { otherTypes, withoutBody } from "./heads.ts";
import { allowed, answer, type Place, refused } from "./place.ts";

/** A form is known by its example, else by what its schema asks for. */
export function forms(place: Place, media: MediaType): AnswerCase[] {
  const { world } = place;
  const { isAccepted, isRefused } = bodyWire(media);
  const [example] = media.shown;
  const base = example?.value ?? sampleOf(world, [media]);
  if (base === undefined || !isAccepted(base)) return [];
  const saying = (value: JsonValue): Answer => {
    const { body = "", headers } = withBody(media, value);
    const plain = answer(place, media);
    const typed = { ...plain.headers, "content-type": headers["Content-Type"] ?? media.mediaType };
    return { ...plain, headers: typed, body };
  };
  const good = saying(base);
  const valid = validValues(world, media, base).filter(({ value }) => isAccepted(value));
  const invalid = invalidValues(world, media, base)
    .flatMap((each) => [each, ...nullSpelt(each)])
    .filter(({ value }) => isRefused(value));
  return [
    allowed(place, `as ${media.mediaType}`, media.pointer, good),
    ...otherTypes(place, good),
    // Nothing is a form without fields.
    ...(!media.accepts({}) ? [withoutBody(place, good)] : []),
    ...valid.map(({ name, at, pointer, value }) =>
      allowed(place, `${at} ${name}`.trim(), pointer, saying(value)),
    ),
    ...invalid.map(({ keyword, at, pointer, value }) =>
      refused(place, `${at} against ${keyword}`.trim(), pointer, keyword, saying(value)),
    ),
  ];
}

/** A form has no null: a field without a value is left out, and one that spells it is null where it may be. */
function nullSpelt<T extends { readonly value: JsonValue }>(broken: T): T[] {
  const { value } = broken;
  if (!isObject(value) || !Object.values(value).includes(null)) return [];
  const fields = Object.entries(value).map(([name, field]) => [name, field === null ? "null" : field]);
  return [{ ...broken, value: Object.fromEntries(fields) }];
}
