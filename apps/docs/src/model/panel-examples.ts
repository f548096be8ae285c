import {
  type Contract,
  inputsOf,
  type MediaType,
  type Operation,
  type Response,
  requestFor,
  type SampleRequest,
  type Scenario,
} from "@workflow-api/contract";
import { responseFor } from "@workflow-api/contract/http";
import { type JsonValue, uniqueBy } from "@workflow-api/contract/json";
import { indentJson } from "../text/json-text.ts";
import { losesDigits } from "./constraints.ts";
import { namedCall, sampleResponse, scenarioCall } from "./sample-call.ts";
import { statusName } from "./words.ts";

/** A request and its response, as the panel offers them. */
export interface PanelExample {
  /**
   * Where they come from: a scenario; a request example that belongs to no response; or, where the
   * contract has no example of a documented response, the schemas.
   */
  readonly origin: "scenario" | "request" | "generated";
  /** Unique among those of the operation, except for a status that is also a name. */
  readonly name: string;
  readonly summary: string;
  readonly status: number;
  /** The status with its reason phrase, or the range that is documented. */
  readonly title: string;
  /** The keys of the parameters that select it, and `body`. */
  readonly named: readonly string[];
  /** The fragment of the response that documents it. */
  readonly documentedAt: string | undefined;
  /** By the keys of the parameters. */
  readonly values: Readonly<Record<string, JsonValue>>;
  /** The text of the body of the request. `undefined`: none. */
  readonly body: string | undefined;
  /** The text of the body of the response. `undefined`: none, or none that is described. */
  readonly response: string | undefined;
  /** The media types of a response that is not described. */
  readonly mediaTypes: readonly string[];
  /** Whether the response has integers whose last digits are lost. */
  readonly losesDigits: boolean;
}

/**
 * What the panel of an operation offers: the scenarios, the default first; the other request
 * examples; the other responses.
 *
 * @param call - Its call without a scenario. `undefined`: none is valid.
 */
export function panelExamples(
  contract: Contract,
  operation: Operation,
  call: SampleRequest | undefined,
): readonly PanelExample[] {
  const scenarios = orderedScenarios(operation).flatMap((scenario) => {
    const sent = scenarioCall(contract, operation, scenario);
    return sent === undefined ? [] : [scenarioExample(operation, scenario, sent)];
  });
  const shown = new Set(scenarios.map(({ documentedAt }) => documentedAt));
  const generated = operation.responses
    .filter((response) => !shown.has(fragmentOf(response)))
    .map((response) => responseExample(operation, response, call));
  const first = scenarios[0] ?? generated.find(({ status }) => status < 400) ?? generated[0];
  const requests = first ? requestExamples(contract, operation, first) : [];
  const rest = generated.filter((each) => each !== first);
  return [...(scenarios.length > 0 || !first ? scenarios : [first]), ...requests, ...rest];
}

const fragmentOf = ({ code }: Pick<Response, "code">): string => `response-${code}`;

function callData(
  operation: Operation,
  { body, mediaType, values }: SampleRequest,
): Pick<PanelExample, "body" | "values"> {
  const record = Object.fromEntries(values);
  if (body === undefined) return { values: record, body: undefined };
  const text = requestFor(operation, values, body, mediaType).body;
  return { values: record, body: indentJson(text) };
}

/** The `Content-Type` of the body of a call. `undefined`: it has none. */
export function contentTypeOf(operation: Operation, { body, mediaType, values }: SampleRequest) {
  return requestFor(operation, values, body, mediaType).headers["content-type"];
}

function scenarioExample(
  operation: Operation,
  scenario: Scenario,
  call: SampleRequest,
): PanelExample {
  const { name, summary, status, named, response } = scenario;
  const documented = responseFor(operation, status);
  return {
    origin: "scenario",
    name,
    summary,
    status,
    named: [...named],
    title: statusName(status),
    documentedAt: documented && fragmentOf(documented),
    ...callData(operation, call),
    response: response && JSON.stringify(response.body, undefined, 2),
    mediaTypes: response === undefined ? namesOf(documented?.undescribed ?? []) : [],
    losesDigits: response !== undefined && losesDigits(response.body),
  };
}

function namesOf(media: readonly MediaType[]): string[] {
  return media.map(({ mediaType }) => mediaType);
}

/** A documented response that has no example. */
function responseExample(
  operation: Operation,
  response: Response,
  call: SampleRequest | undefined,
): PanelExample {
  const { code, content, status, undescribed } = response;
  const [media] = content;
  const value = media && (media.examples[0]?.value ?? sampleResponse(media.shape));
  const [other] = undescribed.flatMap(({ examples }) => examples.map((each) => String(each.value)));
  return {
    origin: "generated",
    name: code,
    summary: "",
    status,
    named: [],
    title: statusName(code),
    documentedAt: fragmentOf(response),
    ...(call ? callData(operation, call) : { values: {}, body: undefined }),
    response: value === undefined ? other : JSON.stringify(value, undefined, 2),
    mediaTypes: media === undefined ? namesOf(undescribed) : [],
    losesDigits: value !== undefined && losesDigits(value),
  };
}

/** The examples of a body or a parameter that belong to no response. */
function requestExamples(
  contract: Contract,
  operation: Operation,
  success: PanelExample,
): PanelExample[] {
  const known = new Set(operation.scenarios.map(({ name }) => name));
  // The first example of what is required stands for any value.
  const examples = inputsOf(operation).flatMap(({ examples: all, key, required }) =>
    required && key !== "body" ? all.slice(1) : all,
  );
  const byName = new Map(examples.toReversed().map((example) => [example.name, example]));
  const names = [...byName.keys()].toReversed().filter((name) => !known.has(name));
  const all = names.flatMap((name): PanelExample[] => {
    const call = namedCall(contract, operation, name);
    if (call === undefined) return [];
    const summary = byName.get(name)?.summary ?? "";
    return [
      { ...success, ...callData(operation, call), origin: "request", name, summary, named: [] },
    ];
  });
  const requestKey = ({ body, values }: PanelExample): string => JSON.stringify([values, body]);
  return uniqueBy([success, ...all], requestKey).slice(1);
}

/** The scenarios of an operation: the default one, then the others. */
function orderedScenarios({ scenarios, defaultScenario: first }: Operation): Scenario[] {
  return first === undefined
    ? [...scenarios]
    : [first, ...scenarios.filter((each) => each !== first)];
}
