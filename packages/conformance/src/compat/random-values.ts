import {
  type Contract,
  isJson,
  isObject,
  isSameMediaType,
  type JsonValue,
  type MediaType,
  type Operation,
  type Parameter,
  parameterKey,
  type SchemaModel,
} from "@workflow-api/contract";
import fc from "fast-check";
import { uncheckedReason } from "../answer-body.ts";
import type { AnswerCase } from "../answer-case.ts";
import type { Case } from "../case.ts";
import { baseRequest, createCase, type Derivation, sendable } from "../derivation.ts";
import { sampleAnswer } from "../sample-answer.ts";
import { arbitraryOf } from "../schema/arbitrary.ts";
import type { SchemaWorld } from "../schema/worlds.ts";
import { isAcceptedOnWire } from "../wire.ts";
import { writeBody } from "./body-text.ts";
import { derivationOf } from "./derived.ts";
import { counterpartOf, counterpartOfParameter } from "./places.ts";
import { areValuesSaidAlike, unsettledRequests } from "./unsettled.ts";

// Where a schema has changed, values that differ from an example in one respect need not show it: two patterns can have
// most of their texts in common, and a condition can ask for several things at once.

/** So many values of each schema are tried: with as many, a choice of sixteen is taken with near certainty. */
const values = 100;

/** Random requests of a contract, wherever another has changed what it asks for. */
export function randomRequests(by: Contract, other: Contract): Case[] {
  const derivation = derivationOf(by);
  return unsettledRequests(by, other).flatMap((operation) => {
    const counterpart = counterpartOf(operation, other);
    if (counterpart === undefined) return [];
    const call = baseRequest(derivation, operation);
    const parameters = operation.parameters.flatMap((parameter) => {
      const theirs = counterpartOfParameter(operation, parameter, counterpart);
      if (theirs === undefined || areValuesSaidAlike([by, parameter], [other, theirs])) return [];
      const sendables = sampled(derivation.world, parameter).filter((value) =>
        isAcceptedOnWire(parameter, value),
      );
      return [...sendables, ...emptyTexts(parameter, theirs)].map((value, index) => {
        const named = new Map([...call.values, [parameterKey(parameter), value]]);
        const request = sendable(derivation, operation, { ...call, values: named });
        return createCase(derivation, { ...parts(operation, parameter, index), request });
      });
    });
    return [...parameters, ...randomBodies(derivation, operation, counterpart, other)];
  });
}

/**
 * An empty text is one: that a server may take it for none does not make it right by another contract. As a list it can
 * stand for one of no items, too.
 */
function emptyTexts(parameter: Parameter, theirs: Parameter): JsonValue[] {
  const isText = [parameter, theirs].every(
    ({ mediaType, shape }) => mediaType === undefined && shape === "primitive",
  );
  return isText && parameter.in !== "path" && parameter.accepts("") ? [""] : [];
}

function randomBodies(
  derivation: Derivation,
  operation: Operation,
  { requestBody }: Operation,
  other: Contract,
): Case[] {
  const { contract: by, world } = derivation;
  const request = sendable(derivation, operation, baseRequest(derivation, operation));
  return changedMedia([by, operation.requestBody?.content], [other, requestBody?.content]).flatMap((media) =>
    [...sampled(world, media), ...strangersTo(media)].map((value, index) => {
      const { contentType, text } = writeBody(media, value);
      const headers = { ...request.headers, "Content-Type": contentType };
      return createCase(derivation, {
        ...parts(operation, media, index),
        request: { ...request, headers, body: text },
      });
    }),
  );
}

function parts(
  operation: Operation,
  { pointer }: SchemaModel,
  index: number,
): Omit<Parameters<typeof createCase>[1], "request"> {
  const name = `random ${index + 1} at ${pointer}`;
  return { group: "body", operation, name, pointer, verdict: "valid", statuses: [] };
}

/** Random answers of a contract, wherever another has changed what it gives. */
export function randomAnswers(by: Contract, other: Contract): AnswerCase[] {
  const derivation = derivationOf(by);
  const world = derivation.answerWorld;
  return by.operations
    .filter(({ method }) => method !== "HEAD")
    .flatMap((operation) => {
      const request = sendable(derivation, operation, baseRequest(derivation, operation));
      return operation.responses.flatMap((response) => {
        const theirs = counterpartOf(operation, other)?.responses.find(
          ({ status }) => status === response.status,
        );
        return changedMedia([by, response.content], [other, theirs?.content]).flatMap((media) =>
          [...sampled(world, media), ...strangersTo(media)].map((value, index): AnswerCase => {
            const { contentType, text } = writeBody(media, value);
            const sample = sampleAnswer(world, response, media);
            const headers = { ...sample.headers, "content-type": contentType };
            return {
              title: `${operation.operationId} ${response.status} answer random ${index + 1} of ${media.mediaType}`,
              operation,
              request,
              pointer: media.pointer,
              location: by.locate(media.pointer),
              answer: { ...sample, headers, body: text },
              allowed: true,
              keyword: undefined,
              choices: undefined,
            };
          }),
        );
      });
    });
}

type Content = readonly [contract: Contract, content: readonly MediaType[] | undefined];

function changedMedia([by, own = []]: Content, [other, theirs = []]: Content): MediaType[] {
  return own.filter((media) => {
    const counterpart = theirs.find(({ mediaType }) => isSameMediaType(mediaType, media.mediaType));
    const isRead = uncheckedReason(media) === undefined;
    return isRead && counterpart !== undefined && !areValuesSaidAlike([by, media], [other, counterpart]);
  });
}

const samples = new WeakMap<SchemaModel, readonly JsonValue[]>();

/** Those that are read most easily come first: of several that show the same, the first is shown. */
function sampled(world: SchemaWorld, model: SchemaModel): readonly JsonValue[] {
  const known = samples.get(model);
  if (known !== undefined) return known;
  const found = fc
    .sample(arbitraryOf(world, [model]), { seed: world.seed, numRuns: values })
    .flatMap((value) => (JSON.stringify(value).includes("[") ? [value, doubled(value)] : [value]))
    .filter((value) => model.accepts(value))
    .map((value) => ({ value, difficulty: difficultyOf(value) }))
    .toSorted((one, other) => one.difficulty - other.difficulty)
    .map(({ value }) => value);
  samples.set(model, found);
  return found;
}

/** A value in whose lists the first item comes twice, which random ones hardly ever have. */
function doubled(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return [...value.slice(0, 1), ...value].map(doubled);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member = null]) => [name, doubled(member)]));
}

/** Values of every type, which a schema that says nothing of their type may well take. */
const strangers: readonly JsonValue[] = [
  null,
  true,
  7,
  2.5,
  "",
  "text",
  [],
  [null, true, 7, "text", {}],
  [{}, { member: 1 }, { member: 2 }],
  {},
  { member: null },
];

function strangersTo(media: MediaType): JsonValue[] {
  return isJson(media.mediaType) ? strangers.filter((value) => media.accepts(value)) : [];
}

function difficultyOf(value: JsonValue): number {
  const text = JSON.stringify(value);
  const isPlain = /^[\x20-\x7e]*$/.test(text) && !/""|\\/.test(text);
  return text.length + (isPlain ? 0 : 10_000);
}
