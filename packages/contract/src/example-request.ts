import { acceptedValue } from "./accepted-value.ts";
import { exampleValue } from "./example-value.ts";
import { encodeForm, isForm } from "./form-body.ts";
import { isEqual } from "./is-equal.ts";
import { isObject, type JsonObject, type JsonValue } from "./json.ts";
import { valueAt } from "./json-pointer.ts";
import { judgeAtAGlance } from "./judge-at-a-glance.ts";
import { isJson } from "./media-type.ts";
import type { Contract, MediaType, Operation, Parameter, Scenario, SchemaModel } from "./model.ts";
import { documentAsSentBy } from "./one-way.ts";
import { parseParameter } from "./parse-parameter.ts";
import { readForm } from "./read-form.ts";
import { parameterKey } from "./read-parameter.ts";
import { plain, serializeParameter } from "./serialize-parameter.ts";

/**
 * A request for the samples of an operation that has no scenario: what it requires, by what the contract shows of it,
 * else with placeholders. Its schemas accept what is sent, if a value that they accept is found. It is a scenario that
 * nobody has named; which answer it gets is not known.
 */
export function exampleRequest(contract: Contract, operation: Operation): Scenario {
  const { parameters, pointer, requestBody, responses } = operation;
  const media = sentMedia(requestBody?.content ?? []);
  const success = responses.find(({ status }) => /^2/.test(status)) ?? responses[0];
  const answer = success?.content[0];
  const required = parameters.filter((each) => each.required);
  return {
    name: "example",
    summary: "",
    description: "",
    values: new Map(required.map((each) => [parameterKey(each), exampleParameter(contract, each)])),
    body: media && bodyValue(contract, media),
    responseKey: success?.status ?? "default",
    status: Number(success?.status.replace(/XX$/i, "00")) || 200,
    mediaType: answer?.mediaType,
    response: answer && (answer.shown[0]?.value ?? null),
    pointer,
  };
}

/**
 * A scenario with a value for each parameter that its operation requires, though neither it nor the contract shows one: as
 * in {@link exampleRequest}.
 */
export function completedScenario(contract: Contract, operation: Operation, scenario: Scenario): Scenario {
  const open = operation.parameters.filter(
    (each) => each.required && each.sample === undefined && !scenario.values.has(parameterKey(each)),
  );
  if (open.length === 0) return scenario;
  const added = open.map((each) => [parameterKey(each), exampleParameter(contract, each)] as const);
  return { ...scenario, values: new Map([...scenario.values, ...added]) };
}

/** The representation that is shown, else that in which a body without an example is sent. */
function sentMedia(content: readonly MediaType[]): MediaType | undefined {
  return (
    content.find(({ shown }) => shown.length > 0) ??
    content.find(({ mediaType }) => isJson(mediaType)) ??
    content[0]
  );
}

/** A value of a parameter for samples: what the contract shows of it, else what its schema accepts, else a placeholder. */
export function exampleParameter(contract: Contract, parameter: Parameter): JsonValue {
  const { name, sample } = parameter;
  return valueFor(contract.resolve, {
    document: contract.document,
    model: parameter,
    name,
    shown: sample === undefined ? [] : [sample],
    isSendable: (value) => arrives(parameter, value),
    isPart: (value) => parameter.mediaType !== undefined || isPartOfText(parameter, value),
  });
}

function bodyValue(contract: Contract, media: MediaType): JsonValue {
  return valueFor(contract.resolve, {
    document: documentAsSentBy(contract.document, "client"),
    model: media,
    name: "body",
    shown: media.shown.map(({ value }) => value),
    isSendable: (value) => isReadable(media, value),
    // What is null is no field of a form.
    isPart: (value) => value !== null || !isForm(media.mediaType),
  });
}

/** What a value is made for. */
interface Wanted {
  /** In which the schema stands. */
  readonly document: JsonObject;
  readonly model: SchemaModel;
  readonly name: string;
  /** What the contract shows of it. */
  readonly shown: readonly JsonValue[];
  /** Whether a value is on the wire what it is. */
  readonly isSendable: (value: JsonValue) => boolean;
  /** The same of a part of it. */
  readonly isPart: (value: JsonValue) => boolean;
}

function valueFor(resolve: Contract["resolve"], wanted: Wanted): JsonValue {
  const { document, isPart, isSendable, model, name, shown } = wanted;
  const known = [...shown, exampleValue(resolve, model, name)];
  const schema = valueAt(document, model.pointer);
  const isValid = (value: JsonValue): boolean =>
    judgeAtAGlance(document, schema, value) ?? model.accepts(value);
  const sendable = { isAccepted: (value: JsonValue) => isValid(value) && isSendable(value), isPart };
  // What no wire carries is shown all the same, such as a list that has to be empty.
  for (const acceptance of [sendable, { isAccepted: isValid, isPart: () => true }]) {
    const found = known.find(acceptance.isAccepted) ?? acceptedValue(document, model, name, acceptance);
    if (found !== undefined) return found;
  }
  return known[0] ?? null;
}

/** Whether a value is read from the wire as what it is: what is empty is not. */
function arrives(parameter: Parameter, value: JsonValue): boolean {
  const text = serializeParameter(parameter, value);
  if (text === "" || (parameter.in === "header" && text !== text.trim())) return false;
  return isEqual(parseParameter(parameter, text), textsOf(parameter, value));
}

/** Null is not sent, and commas part the items of a header. */
function isPartOfText({ in: place }: Parameter, value: JsonValue): boolean {
  return value !== null && !(place === "header" && typeof value === "string" && value.includes(","));
}

function textsOf({ mediaType }: Parameter, value: JsonValue): unknown {
  if (mediaType !== undefined) return isJson(mediaType) ? JSON.stringify(value) : plain(value);
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value)) return plain(value);
  return Object.fromEntries(Object.entries(value).map(([name, member = null]) => [name, plain(member)]));
}

/** Whether a body is read as one that its schema accepts: the fields of a form have no types on the wire. */
function isReadable(media: MediaType, value: JsonValue): boolean {
  if (!isForm(media.mediaType)) return true;
  if (!isObject(value)) return false;
  const { contentType, text } = encodeForm(media, value);
  const came = readForm({ ...media, mediaType: contentType }, text);
  return text !== "" && media.accepts(came);
}
