import { STATUS_CODES } from "node:http";
import {
  appendPointer,
  type Contract,
  isForm,
  isJson,
  isObject,
  type JsonValue,
  type MediaType,
  type Operation,
  type Parameter,
  type Response,
  valueAt,
} from "@workflow-api/contract";
import { uncheckedReason } from "./answer-body.ts";
import type { AnswerCase } from "./answer-case.ts";
import { bodyWire, withBody } from "./body-wire.ts";
import type { Answer, CaseRequest } from "./case.ts";
import { isSame } from "./check-documented.ts";
import { createCounter } from "./counter.ts";
import { baseRequest, createDerivation, sendable } from "./derivation.ts";
import type { DeriveOptions } from "./derive-cases.ts";
import { responseFor } from "./mock-status.ts";
import { choicesOf } from "./named-choices.ts";
import { sampleAnswer } from "./sample-answer.ts";
import type { SchemaWorld } from "./schema/facets.ts";
import { sampleOf } from "./schema/sample.ts";
import { invalidValues, validValues } from "./schema/values.ts";
import { readings, serializedHeader } from "./wire.ts";

interface Place {
  readonly contract: Contract;
  readonly world: SchemaWorld;
  readonly operation: Operation;
  readonly response: Response;
  readonly request: CaseRequest;
  readonly counted: (name: string) => string;
}

/**
 * Derives answers from a contract: for each documented response the valid and invalid bodies that follow from its
 * schema keyword by keyword, missing and malformed headers, other media types, and statuses that are not documented.
 * @throws {JudgesDisagree}
 */
export function deriveAnswers(contract: Contract, options: DeriveOptions = {}): AnswerCase[] {
  const derivation = createDerivation(contract, options);
  const world = derivation.answerWorld;
  return contract.operations.flatMap((operation) => {
    const request = sendable(derivation, operation, baseRequest(derivation, operation));
    const counted = createCounter();
    const places = operation.responses.map((response) => ({
      contract,
      world,
      operation,
      response,
      request,
      counted,
    }));
    return [...places.flatMap(answersOf), ...places.flatMap(undocumented)];
  });
}

function answersOf(place: Place): AnswerCase[] {
  const { response, world } = place;
  const [first] = response.content;
  if (first === undefined || place.operation.method === "HEAD") return bodiless(place, first);
  const answers = response.content.flatMap((media) => {
    if (isForm(media.mediaType)) return forms(place, media);
    if (!isJson(media.mediaType)) return texts(place, media);
    const examples = media.shown.map(({ value }) => value);
    const base = examples.find((value) => media.validate(value).length === 0) ?? sampleOf(world, [media]);
    return base === undefined
      ? []
      : [...bodies(place, media, base), ...jsonHeads(place, media, answer(place, media, base))];
  });
  // Those of a JSON body have been made with it.
  const good = answers.find(({ allowed: isRight }) => isRight)?.answer;
  const isHeaded = good === undefined || response.content.some(({ mediaType }) => isJson(mediaType));
  return isHeaded ? answers : [...answers, ...headersOf(place, good)];
}

/** Each status that a range covers without a body, which tells it from one that is documented by itself. */
function inRange(place: Place, good: Answer): AnswerCase[] {
  const { operation, response } = place;
  if (!/^[1-5]xx$/i.test(response.status)) return [];
  return (response === operation.responses[0] ? statuses : [299, 418, 599])
    .filter((status) => responseFor(operation, status) === response)
    .map((status) =>
      refused(place, `with ${status} and no body`, response.pointer, "content", {
        ...good,
        status,
        body: "",
      }),
    );
}

function headersOf(place: Place, good: Answer): AnswerCase[] {
  return place.response.headers.flatMap((header) => headerAnswers(place, header, good));
}

/** Of a HEAD, which has the headers of a GET and no body, too. */
function bodiless(place: Place, media: MediaType | undefined): AnswerCase[] {
  const good = answer(place, media);
  return [allowed(place, "empty", place.response.pointer, good), ...headersOf(place, good)];
}

/** A form is known by its example, else by what its schema asks for. */
function forms(place: Place, media: MediaType): AnswerCase[] {
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
    ...(media.validate({}).length > 0 ? [withoutBody(place, good)] : []),
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

/** What is not JSON is known by its example; otherwise any text will do that the schema accepts, if it is one of texts. */
function texts(place: Place, media: MediaType): AnswerCase[] {
  const { world } = place;
  const [example] = media.shown;
  const isHeld = uncheckedReason(media) === undefined;
  const sample = example?.value ?? (isHeld ? sampleOf(world, [media]) : undefined);
  const base = textOf(sample) ?? "text";
  // The judge takes the text itself for what its schema describes, such as the object that XML stands for.
  if (!isHeld && media.validate(base).length > 0) return [];
  const saying = (text: string): Answer => ({ ...answer(place, media), body: text });
  const good = [
    allowed(place, `as ${media.mediaType}`, media.pointer, saying(base)),
    ...otherTypes(place, saying(base)),
  ];
  if (!isHeld || sample === undefined) return good;
  // Only a text may be empty; anything else that is, is missing.
  const isSent = (text: string): boolean => text !== "" || /^text\//i.test(media.mediaType);
  const isValid = (text: string): boolean =>
    readings(text).some((reading) => media.validate(reading).length === 0);
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

function bodies(place: Place, media: MediaType, base: JsonValue): AnswerCase[] {
  const { world } = place;
  const examples = media.shown
    .filter(({ value }) => media.validate(value).length === 0)
    .map(({ name, value, pointer }) =>
      allowed(place, `example ${name}`.trim(), pointer, answer(place, media, value)),
    );
  const valid = validValues(world, media, base).map(({ name, at, pointer, value }) =>
    allowed(place, `${at} ${name}`.trim(), pointer, answer(place, media, value)),
  );
  const invalid = invalidValues(world, media, base).map(({ keyword, at, pointer, value }) =>
    refused(place, `${at} against ${keyword}`.trim(), pointer, keyword, answer(place, media, value)),
  );
  return [...examples, ...valid, ...invalid];
}

function jsonHeads(place: Place, media: MediaType, good: Answer): AnswerCase[] {
  // A schema without a type has nothing against a body that is missing.
  const isMissed = media.validate(undefined).length > 0;
  return [
    ...otherTypes(place, good),
    ...(isMissed ? [withoutBody(place, good), ...inRange(place, good)] : []),
    ...headersOf(place, good),
  ];
}

function otherTypes(place: Place, good: Answer): AnswerCase[] {
  const { "content-type": _, ...others } = good.headers;
  const documented = place.response.content.map(({ mediaType }) => mediaType);
  // Which texts a success has is asked for by Accept; an error comes as it is.
  const types =
    good.status < 300 ? ["application/x-other"] : ["application/x-other", "text/html", "text/plain"];
  const wrong = types.filter((type) => !documented.some((range) => isSame(range, type)));
  return wrong.map((type) =>
    refused(place, `as ${type}`, contentOf(place), "content", {
      ...good,
      headers: { ...others, "content-type": type },
    }),
  );
}

function withoutBody(place: Place, good: Answer): AnswerCase {
  return refused(place, "without a body", contentOf(place), "content", { ...good, body: "" });
}

function contentOf({ response }: Place): string {
  return appendPointer(response.pointer, "content");
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

/** Statuses that have a name (RFC 9110) and may come with a body, and two that have none. */
const statuses = [...Object.keys(STATUS_CODES).map(Number), 299, 599].filter(
  (status) => status >= 200 && ![204, 205, 304].includes(status),
);

/** The answer of a response with statuses that no response of the operation covers: the first with each of them. */
function undocumented(place: Place): AnswerCase[] {
  const { operation, response, world } = place;
  const [media] = response.content;
  const [example] = media?.shown ?? [];
  const body =
    operation.method === "HEAD" ? undefined : media && (example?.value ?? sampleOf(world, [media]));
  return (response === operation.responses[0] ? statuses : [299, 418, 599])
    .filter((status) => responseFor(operation, status) === undefined)
    .map((status) =>
      refused(
        place,
        `with the undocumented ${status}`,
        appendPointer(operation.pointer, "responses"),
        "status",
        {
          ...answer(place, media, body),
          status,
        },
      ),
    );
}

function answer({ response, world }: Place, media?: MediaType, body?: JsonValue): Answer {
  return sampleAnswer(world, response, media, body);
}

function allowed(place: Place, name: string, pointer: string, given: Answer): AnswerCase {
  const kept = { answer: given, allowed: true, keyword: undefined, choices: undefined };
  return { ...titled(place, name, pointer), ...kept };
}

function refused(place: Place, name: string, pointer: string, keyword: string, given: Answer): AnswerCase {
  const choices = keyword === "enum" ? choicesOf(valueAt(place.contract.document, pointer)) : undefined;
  return { ...titled(place, name, pointer), answer: given, allowed: false, keyword, choices };
}

function titled(
  { contract, counted, operation, request, response }: Place,
  name: string,
  pointer: string,
): Pick<AnswerCase, "title" | "operation" | "request" | "pointer" | "location"> {
  const title = counted(`${operation.operationId} ${response.status} answer ${name}`);
  return { title, operation, request, pointer, location: contract.locate(pointer) };
}
