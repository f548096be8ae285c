import {
  type JudgedRequest,
  type Note,
  nearestName,
  type Operation,
  type ParameterValues,
  type Response,
  type Scenario,
  selectScenario,
  type Violation,
} from "@workflow-api/contract";
import { negotiate, responseFor } from "@workflow-api/contract/http";
import { appendPointer, isEqual, type JsonValue } from "@workflow-api/contract/json";
import type { Wanted } from "./generate.ts";
import { documentedStatuses, type Rejection, rejection } from "./problem.ts";
import type { OtherFields } from "./question.ts";
import { type Explanation, explain } from "./response.ts";

/** The response to a request, and why. */
export interface Choice extends Omit<Wanted, "mediaType" | "scenario"> {
  /** Its scenario is that of the response. */
  readonly explanation: Explanation;
  /** The fields of its body that answer an open question the other way. */
  readonly otherwise?: OtherFields | undefined;
}

/**
 * How the contract documents a refusal: the choice of its response, or the status of the mock's
 * own, which the contract does not promise in another form.
 */
export function chooseRefusal(operation: Operation, rejected: Rejection): Choice | number {
  const { operationId } = operation;
  const { violations } = rejected;
  const choose = (
    { response, status }: Pick<Choice, "response" | "status">,
    scenario: string | undefined,
  ): Choice => {
    const parts = { operation: operationId, scenario, violations };
    return { response, status, explanation: explain("refused", parts) };
  };
  const statuses = documentedStatuses(rejected);
  const documented = statuses.flatMap((status) => {
    const response = responseFor(operation, status);
    return response === undefined ? [] : [{ response, status }];
  });
  for (const each of documented) {
    const found = exampleFor(operation, each.response, rejected);
    if (found !== undefined) return choose(each, found.name);
  }
  const [first] = documented;
  if (first === undefined) return rejected.status;
  const undocumented = statuses.find((status) => responseFor(operation, status) === undefined);
  return undocumented ?? choose(first, undefined);
}

/**
 * The example of a response that is about a refusal; it has no name if there is no example at all.
 * `undefined`: all are about other mistakes.
 */
function exampleFor(
  { parameters, requestBody }: Operation,
  { content }: Response,
  { status, violations }: Rejection,
): { readonly name: string | undefined } | undefined {
  const examples = content
    .flatMap((media) => media.examples)
    .map(({ name, value }) => ({ name, texts: stringsIn(value) }));
  const pointing = examples.find(({ texts }) =>
    texts.some((text) => violations.some((each) => isNameOf(text, each))),
  );
  if (pointing !== undefined) return pointing;
  const isOneOfSeveral = new Set(examples.map(({ name }) => name)).size > 1;
  const pointsElsewhere = examples
    .flatMap(({ texts }) => texts)
    .some(
      (text) =>
        parameters.some(({ key }) => isNameOf(text, { part: key, pointer: "" })) ||
        (text.startsWith("/") &&
          requestBody?.content.some(({ shape }) => shape.at(text).schemas.length > 0)),
    );
  const isAbout = status === 401 || !(isOneOfSeveral || pointsElsewhere);
  return isAbout ? { name: examples[0]?.name } : undefined;
}

function stringsIn(value: JsonValue): string[] {
  if (typeof value === "string") return [value];
  return Object.values(value ?? {}).flatMap((inner) => stringsIn(inner ?? null));
}

/** Whether a text of an error names a part of a request: by its pointer, or its name. */
function isNameOf(
  text: string,
  { missing, part, pointer }: Pick<Violation, "missing" | "part" | "pointer">,
): boolean {
  if (part === "body")
    return text !== "" && [pointer, appendPointer(pointer, missing ?? "")].includes(text);
  const name = part.slice(part.indexOf(" ") + 1);
  return text === name || text.toLowerCase() === name;
}

/** The lowest 2xx, otherwise the first, as in Prism. */
export function defaultResponse({ responses }: Operation): Response | undefined {
  return responses.find(({ isSuccess }) => isSuccess) ?? responses[0];
}

/** The first example of a response. `undefined`: it has none. */
export function firstExample({ content }: Response): string | undefined {
  return content.flatMap(({ examples }) => examples)[0]?.name;
}

/**
 * The scenario that is queued, that matches, or that is the default. Without one, the response is
 * generated.
 */
export function chooseScenario(
  operation: Operation,
  { body, values }: Pick<JudgedRequest, "body" | "values">,
  queued?: Scenario,
): Choice {
  const selection = queued === undefined ? selectScenario(operation, values, body) : undefined;
  const scenario = queued ?? selection?.scenario;
  const response =
    scenario === undefined ? defaultResponse(operation) : responseFor(operation, scenario.status);
  if (response === undefined) throw new Error(`${operation.operationId} has no response`);
  const found = selection?.isMatch === true ? "matched" : "default";
  const reason = queued === undefined ? found : "queued";
  const explanation = explain(scenario === undefined ? "generated" : reason, {
    operation: operation.operationId,
    scenario: scenario?.name,
    ...(reason === "default" && { nearest: nearestScenario(operation, values) }),
    notes: queued === undefined ? valueNotes(operation, values) : [],
  });
  return { response, status: scenario?.status ?? response.status, explanation };
}

/**
 * The scenario with a value that was probably meant: `lost: id is usr-lst, not usr-lost`.
 * `undefined`: no value is near one of a scenario. Another number is another value, and no typo.
 */
export function nearestScenario(operation: Operation, values: ParameterValues): string | undefined {
  for (const { key, name, scenarios } of namedValues(operation)) {
    const value = values.get(key);
    const sent = value === undefined ? "" : textOf(value);
    const near = [...scenarios.keys()].filter((each) => isNearly(each.length, sent.length));
    if (sent === "" || near.length === 0 || scenarios.has(sent)) continue;
    const meant = nearestName(sent, near) ?? "";
    if (scenarios.has(meant) && !differInDigits(sent, meant))
      return `${scenarios.get(meant)}: ${name} is ${sent}, not ${meant}`;
  }
  return undefined;
}

/** Whether one string of a length could be a misspelling of another. */
function isNearly(length: number, other: number): boolean {
  return Math.abs(length - other) <= 3;
}

/** A parameter, and the names of the scenarios that name a value of it, by that value. */
interface NamedValues {
  readonly key: string;
  readonly name: string;
  readonly scenarios: ReadonlyMap<string, string>;
}

const knownValues = new WeakMap<Operation, readonly NamedValues[]>();

function namedValues(operation: Operation): readonly NamedValues[] {
  const found = knownValues.get(operation) ?? readNamedValues(operation);
  knownValues.set(operation, found);
  return found;
}

function readNamedValues({ parameters, scenarios }: Operation): NamedValues[] {
  return parameters.map(({ key, name }) => {
    const naming = scenarios.filter(({ named }) => named.has(key));
    const named = naming.map((each) => [textOf(each.values.get(key)), each.name] as const);
    return { key, name, scenarios: new Map(named.toReversed()) };
  });
}

function differInDigits(one: string, other: string): boolean {
  return one.replaceAll(/\d/g, "") === other.replaceAll(/\d/g, "");
}

/**
 * The query values that the response says nothing of: that no scenario has, although others decide
 * between scenarios, or all where the response is generated.
 */
function valueNotes(
  { defaultScenario, includes, parameters, scenarios }: Operation,
  values: ParameterValues,
): Note[] {
  return parameters.flatMap(({ in: place, key }) => {
    const naming = scenarios.filter(({ named }) => named.has(key));
    const known = naming.map((each) => each.values.get(key));
    const value = values.get(key);
    const isIncluding = includes.some(({ parameter }) => parameter.key === key);
    if (place !== "query" || value === undefined || isIncluding) return [];
    const sent = textOf(value);
    if (scenarios.length === 0)
      return [{ part: key, message: `is ${sent}, which changes nothing in a generated response` }];
    const isNamed =
      naming.every((each) => each === defaultScenario) ||
      known.some((each) => isEqual(each, value));
    const all = [...new Set(known.map(textOf))].join(", ");
    return isNamed
      ? []
      : [{ part: key, message: `is ${sent}, which no scenario has: they have ${all}` }];
  });
}

function textOf(value: JsonValue | undefined): string {
  if (value === undefined) return "not sent";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * The media type of a response that the client accepts. Negotiation does not hide errors: a client
 * that accepts a media type of the operation, but none of the error, gets the error in the error's
 * own.
 *
 * @returns `undefined`: the response has no body. A rejection: the client accepts nothing that the
 * operation offers.
 */
export function negotiateMedia(
  operation: Operation,
  { explanation: { scenario }, preference, response, status }: Choice,
  accept: string | undefined,
): string | Rejection | undefined {
  const isAny = scenario === undefined || preference !== undefined;
  const offered = response.content
    .filter(({ examples }) => isAny || examples.some(({ name }) => name === scenario))
    .map(({ mediaType }) => mediaType);
  if (offered.length === 0) return undefined;
  const negotiated = negotiate(accept, offered);
  if (negotiated !== undefined) return negotiated;
  const all = operation.responses.flatMap((each) => each.content.map(({ mediaType }) => mediaType));
  if (status === 406 || (status >= 400 && negotiate(accept, all) !== undefined)) return offered[0];
  const title = "The client accepts none of the media types";
  return rejection(
    [406, "accept", title],
    "header accept",
    `must allow ${[...new Set(offered)].join(" or ")}`,
  );
}
