import {
  appendPointer,
  isEqual,
  type JsonValue,
  type JudgedRequest,
  type Note,
  negotiate,
  type Operation,
  type ParameterValues,
  type Response,
  responseFor,
  type Scenario,
  selectScenario,
  type Violation,
} from "@workflow-api/contract";
import { type Why, whyOf } from "./answer.ts";
import type { Wanted } from "./prism.ts";
import { documentedStatuses, likeness, type Rejection, rejection } from "./problem.ts";

/** The response to a request, and why. */
export interface Choice extends Pick<Wanted, "example" | "dynamic"> {
  readonly response: Response;
  readonly why: Why;
}

/**
 * How the contract documents a refusal: the choice of its response, or the status of the mock's
 * own, which the contract does not promise in another form.
 */
export function chooseRefusal(operation: Operation, rejected: Rejection): Choice | number {
  const { violations } = rejected;
  const why = whyOf("refused", { operation: operation.operationId, violations });
  const statuses = documentedStatuses(rejected);
  const documented = statuses.flatMap((status) => responseOf(operation, status) ?? []);
  for (const response of documented) {
    const found = exampleFor(operation, response, rejected);
    if (found !== undefined) return { response, ...found, why };
  }
  const [response] = documented;
  if (response === undefined) return rejected.status;
  const undocumented = statuses.find((status) => responseOf(operation, status) === undefined);
  return undocumented ?? { response, example: undefined, dynamic: { seed: undefined }, why };
}

/** The example of a response that is about a refusal. `undefined`: all are about other mistakes. */
function exampleFor(
  { parameters, requestBody }: Operation,
  { content }: Response,
  { status, violations }: Rejection,
): Pick<Choice, "example"> | undefined {
  const examples = content
    .flatMap((media) => media.examples)
    .map(({ name, value }) => ({ name, texts: stringsIn(value) }));
  const pointing = examples.find(({ texts }) =>
    texts.some((text) => violations.some((each) => isNameOf(text, each))),
  );
  if (pointing !== undefined) return { example: pointing.name };
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
  return isAbout ? { example: undefined } : undefined;
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

/** The documentation of a status, with the status in place of its range. */
export function responseOf(operation: Operation, status: number): Response | undefined {
  const response = responseFor(operation, status);
  return response && { ...response, status };
}

/** The lowest 2xx, otherwise the first, as in Prism. */
export function defaultResponse({ responses }: Operation): Response | undefined {
  return responses.find(({ isSuccess }) => isSuccess) ?? responses[0];
}

/**
 * The scenario that is queued, that matches, or that is the default. Without one, the response is
 * generated.
 */
export function chooseScenario(
  operation: Operation,
  { body, values }: JudgedRequest,
  queued: Scenario | undefined,
): Choice {
  const selection = queued === undefined ? selectScenario(operation, values, body) : undefined;
  const scenario = queued ?? selection?.scenario;
  const response =
    scenario === undefined ? defaultResponse(operation) : responseOf(operation, scenario.status);
  if (response === undefined) throw new Error(`${operation.operationId} has no response`);
  const found = selection?.isMatch === true ? "matched" : "default";
  const reason = queued === undefined ? found : "queued";
  const why = whyOf(scenario === undefined ? "generated" : reason, {
    operation: operation.operationId,
    scenario: scenario?.name,
    ...(reason === "default" && { nearest: nearestScenario(operation, values, scenario) }),
    notes: queued === undefined ? valueNotes(operation, values) : [],
  });
  return { response, example: scenario?.response === undefined ? undefined : scenario.name, why };
}

/**
 * Why the nearest scenario does not match: `lost: id is 1, not 2`. Among equally near ones, one
 * that names a value in the URL. `undefined`: no other scenario names anything.
 */
function nearestScenario(
  { parameters, scenarios }: Operation,
  values: ParameterValues,
  answering: Scenario | undefined,
): string | undefined {
  const others = scenarios.filter((each) => each !== answering);
  const misses = others.flatMap(({ name, named, values: own }) => {
    const wrong = parameters.filter(
      ({ key }) => named.has(key) && !isEqual(values.get(key), own.get(key)),
    );
    const [parameter] = wrong;
    if (parameter === undefined) return [];
    const { in: place, key } = parameter;
    const [came, wanted] = [textOf(values.get(key)), textOf(own.get(key))];
    const text = `${name}: ${parameter.name} is ${came}, not ${wanted}`;
    return [{ came, wanted, text, distance: wrong.length + (place === "header" ? 0.5 : 0) }];
  });
  const least = Math.min(...misses.map(({ distance }) => distance));
  const nearest = misses.filter(({ distance }) => distance === least);
  if (nearest.length < 2) return nearest[0]?.text;
  const ranked = nearest.map((miss) => ({ ...miss, alike: likeness(miss.came, miss.wanted) }));
  return ranked.sort((one, other) => other.alike - one.alike)[0]?.text;
}

/**
 * The query values that no scenario has, although others decide between scenarios: the response
 * says nothing of them.
 */
function valueNotes(
  { defaultScenario, includes, parameters, scenarios }: Operation,
  values: ParameterValues,
): Note[] {
  return parameters.flatMap(({ in: place, key }) => {
    const naming = scenarios.filter(({ named }) => named.has(key));
    const own = naming.map((each) => each.values.get(key));
    const value = values.get(key);
    const isNamed =
      naming.every((each) => each === defaultScenario) || own.some((each) => isEqual(each, value));
    const isIncluding = includes.some(({ parameter }) => parameter.key === key);
    if (place !== "query" || value === undefined || isNamed || isIncluding) return [];
    const known = [...new Set(own.map(textOf))].join(", ");
    return [
      { part: key, message: `is ${textOf(value)}, which no scenario has: they have ${known}` },
    ];
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
 * @param example - The response has it in some of its media types only.
 * @returns `undefined`: the response has no body. A rejection: the client accepts nothing that the
 * operation answers.
 */
export function negotiateMedia(
  operation: Operation,
  { content, status }: Response,
  example: string | undefined,
  accept: string | undefined,
): string | Rejection | undefined {
  const offered = content
    .filter(
      ({ examples }) => example === undefined || examples.some(({ name }) => name === example),
    )
    .map(({ mediaType }) => mediaType);
  if (offered.length === 0) return undefined;
  const negotiated = negotiate(accept, offered);
  if (negotiated !== undefined) return negotiated;
  const all = operation.responses.flatMap((response) =>
    response.content.map(({ mediaType }) => mediaType),
  );
  if (status >= 400 && negotiate(accept, all) !== undefined) return offered[0];
  const title = "The client accepts none of the media types";
  return rejection(
    [406, "accept", title],
    "header accept",
    `must allow ${[...new Set(offered)].join(" or ")}`,
  );
}
