import type { JsonValue, MediaType } from "@workflow-api/contract";
import { sampleOf } from "@workflow-api/contract/samples";
import { uncheckedReason } from "../answer-body.ts";
import type { AnswerCase } from "../answer-case.ts";
import type { Answer } from "../case.ts";
import { invalidValues, validValues } from "../schema/values.ts";
import { readings } from "../wire.ts";
import { otherTypes } from "./heads.ts";
import { allowed, answer, type Place, refused } from "./place.ts";

/** What is not JSON is known by its example; otherwise any text will do that the schema accepts, if it is one of texts. */
export function texts(place: Place, media: MediaType): AnswerCase[] {
  const { world } = place;
  const [example] = media.shown;
  const isHeld = uncheckedReason(media) === undefined;
  const sample = example?.value ?? (isHeld ? sampleOf(world, [media]) : undefined);
  const base = textOf(sample) ?? "text";
  // The judge takes the text itself for what its schema describes, such as the object that XML stands for.
  if (!isHeld && !media.accepts(base)) return [];
  const saying = (text: string): Answer => ({ ...answer(place, media), body: text });
  const good = [
    allowed(place, `as ${media.mediaType}`, media.pointer, saying(base)),
    ...otherTypes(place, saying(base)),
  ];
  if (!isHeld || sample === undefined) return good;
  // Only a text may be empty; anything else that is, is missing.
  const isSent = (text: string): boolean => text !== "" || /^text\//i.test(media.mediaType);
  const isValid = (text: string): boolean => readings(text).some((reading) => media.accepts(reading));
  const sent = <T extends { readonly value: JsonValue }>(each: T): (T & { readonly text: string })[] => {
    const text = textOf(each.value);
    return text === undefined || !isSent(text) ? [] : [{ ...each, text }];
  };
  const valid = validValues(world, media, sample).flatMap(sent);
  const invalid = invalidValues(world, media, sample).flatMap(sent);
  return [
    ...good,
    ...valid
      .filter(({ text }) => isValid(text))
      .map(({ name, pointer, text }) => allowed(place, name, pointer, saying(text))),
    ...invalid
      .filter(({ text }) => !isValid(text))
      .map(({ keyword, pointer, text }) =>
        refused(place, `against ${keyword}`, pointer, keyword, saying(text)),
      ),
  ];
}

/** What a value is as a text, if it is no list and no object. */
function textOf(value: JsonValue | undefined): string | undefined {
  return value === undefined || typeof value === "object" ? undefined : String(value);
}
