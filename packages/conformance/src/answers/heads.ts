import { appendPointer, isSameMediaType, type Parameter } from "@workflow-api/contract";
import type { AnswerCase } from "../answer-case.ts";
import type { Answer } from "../case.ts";
import { invalidValues, validValues } from "../schema/values.ts";
import { serializedHeader } from "../wire.ts";
import { allowed, type Place, refused } from "./place.ts";

/** A good answer without each of the headers of its response, and with values of each that are right and wrong. */
export function headersOf(place: Place, good: Answer): AnswerCase[] {
  return place.response.headers.flatMap((header) => headerAnswers(place, header, good));
}

function headerAnswers(place: Place, header: Parameter, good: Answer): AnswerCase[] {
  const name = header.name.toLowerCase();
  const { [name]: own, ...others } = good.headers;
  if (own === undefined) return [];
  const at = header.parameterPointer;
  const without = { ...good, headers: others };
  const missing = header.required
    ? refused(place, `without ${header.name}`, at, "required", without)
    : allowed(place, `without ${header.name}`, at, without);
  const invalid = invalidValues(place.world, header, header.sample).flatMap(({ keyword, pointer, value }) => {
    const text = serializedHeader(header, value);
    if (text === undefined) return [];
    const broken = { ...good, headers: { ...others, [name]: text } };
    return refused(place, `${header.name} against ${keyword}`, pointer, keyword, broken);
  });
  const valid = validValues(place.world, header, header.sample).flatMap(
    ({ name: variant, pointer, value }) => {
      const text = serializedHeader(header, value, "any");
      if (text === undefined) return [];
      return allowed(place, `${header.name} ${variant}`, pointer, {
        ...good,
        headers: { ...others, [name]: text },
      });
    },
  );
  return [missing, ...invalid, ...valid];
}

/** A good answer with media types that the response does not have. */
export function otherTypes(place: Place, good: Answer): AnswerCase[] {
  const { "content-type": _, ...others } = good.headers;
  const documented = place.response.content.map(({ mediaType }) => mediaType);
  // Which texts a success has is asked for by Accept; an error comes as it is.
  const types =
    good.status < 300 ? ["application/x-other"] : ["application/x-other", "text/html", "text/plain"];
  const wrong = types.filter((type) => !documented.some((range) => isSameMediaType(range, type)));
  return wrong.map((type) =>
    refused(place, `as ${type}`, contentOf(place), "content", {
      ...good,
      headers: { ...others, "content-type": type },
    }),
  );
}

/** A good answer whose body is missing. */
export function withoutBody(place: Place, good: Answer): AnswerCase {
  return refused(place, "without a body", contentOf(place), "content", { ...good, body: "" });
}

function contentOf({ response }: Place): string {
  return appendPointer(response.pointer, "content");
}
