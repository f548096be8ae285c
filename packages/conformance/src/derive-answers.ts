import {
  appendPointer,
  type Contract,
  isJson,
  type JsonValue,
  type MediaType,
  type Operation,
  type Parameter,
  type Response,
} from "@workflow-api/contract";
import type { AnswerCase } from "./answer-case.ts";
import type { Answer, CaseRequest } from "./case.ts";
import { createCounter } from "./counter.ts";
import { baseRequest, createDerivation, sendable } from "./derivation.ts";
import type { DeriveOptions } from "./derive-cases.ts";
import { responseFor } from "./mock-status.ts";
import type { SchemaWorld } from "./schema/facets.ts";
import { sampleOf } from "./schema/sample.ts";
import { invalidValues, validValues } from "./schema/values.ts";
import { serializedHeader } from "./wire.ts";

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
  const world: SchemaWorld = { ...derivation.world, sender: "server" };
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
  if (response.content.length === 0) return [allowed(place, "empty", place.response.pointer, answer(place))];
  return response.content.flatMap((media) => {
    if (!isJson(media.mediaType))
      return [allowed(place, `as ${media.mediaType}`, media.pointer, textAnswer(place, media))];
    const examples = [...media.examples.values()].map(({ value }) => value);
    const base = examples.find((value) => media.validate(value).length === 0) ?? sampleOf(world, [media]);
    return base === undefined ? [] : [...bodies(place, media, base), ...heads(place, media, base)];
  });
}

/** What is not JSON is known by its example, and otherwise any text will do. */
function textAnswer(place: Place, media: MediaType): Answer {
  const [example] = media.examples.values();
  return { ...answer(place, media), body: typeof example?.value === "string" ? example.value : "text" };
}

function bodies(place: Place, media: MediaType, base: JsonValue): AnswerCase[] {
  const { world } = place;
  const examples = [...media.examples.values()]
    .filter(({ value }) => media.validate(value).length === 0)
    .map(({ name, value, pointer }) =>
      allowed(place, `example ${name}`, pointer, answer(place, media, value)),
    );
  const valid = validValues(world, media, base).map(({ name, at, pointer, value }) =>
    allowed(place, `${at} ${name}`.trim(), pointer, answer(place, media, value)),
  );
  const invalid = invalidValues(world, media, base).map(({ keyword, at, pointer, value }) =>
    refused(place, `${at} against ${keyword}`.trim(), pointer, keyword, answer(place, media, value)),
  );
  return [...examples, ...valid, ...invalid];
}

function heads(place: Place, media: MediaType, base: JsonValue): AnswerCase[] {
  const good = answer(place, media, base);
  const { "content-type": _, ...others } = good.headers;
  const pointer = appendPointer(place.response.pointer, "content");
  const wrongType = { ...good, headers: { ...others, "content-type": "application/x-other" } };
  const typed = [
    refused(place, "of another media type", pointer, "content", wrongType),
    refused(place, "without a body", pointer, "content", { ...good, body: "" }),
  ];
  return [...typed, ...place.response.headers.flatMap((header) => headerAnswers(place, header, good))];
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

/** The answer of a response with statuses that no response of the operation covers. */
function undocumented(place: Place): AnswerCase[] {
  const { operation, response, world } = place;
  const [media] = response.content;
  const [example] = media?.examples.values() ?? [];
  const body = media && (example?.value ?? sampleOf(world, [media]));
  return [299, 418, 599]
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

/** An answer of the response, with every header that it has a sample for. */
function answer({ response, world }: Place, media?: MediaType, body?: JsonValue): Answer {
  const headers = response.headers.flatMap((header): [string, string][] => {
    const value = header.sample ?? sampleOf(world, [header]);
    const text = value === undefined ? undefined : serializedHeader(header, value, "any");
    return text === undefined ? [] : [[header.name.toLowerCase(), text]];
  });
  return {
    status: statusOf(response.status),
    headers: { ...Object.fromEntries(headers), ...(media && { "content-type": media.mediaType }) },
    body: body === undefined ? "" : JSON.stringify(body),
  };
}

/** A status of a response key: one of a range, and for `default` one that nothing else is likely to cover. */
function statusOf(key: string): number {
  return key === "default" ? 599 : Number(key.replaceAll(/x/gi, "9"));
}

function allowed(place: Place, name: string, pointer: string, given: Answer): AnswerCase {
  return { ...titled(place, name, pointer), answer: given, allowed: true, keyword: undefined };
}

function refused(place: Place, name: string, pointer: string, keyword: string, given: Answer): AnswerCase {
  return { ...titled(place, name, pointer), answer: given, allowed: false, keyword };
}

function titled(
  { contract, counted, operation, request, response }: Place,
  name: string,
  pointer: string,
): Pick<AnswerCase, "title" | "operation" | "request" | "pointer" | "location"> {
  const title = counted(`${operation.operationId} ${response.status} answer ${name}`);
  return { title, operation, request, pointer, location: contract.locate(pointer) };
}
