import {
  type MediaType,
  type Operation,
  type Parameter,
  projectIncludes,
  type Selection,
  serializeParameter,
} from "@workflow-api/contract";
import type { PrismOperation } from "./prism.ts";

type PrismResponse = PrismOperation["responses"][number];
type PrismContent = NonNullable<PrismResponse["contents"]>[number];
type PrismHeader = NonNullable<PrismResponse["headers"]>[number];

/** A scenario, and what is asked for of its answer. */
export type Chosen = Pick<Selection, "scenario" | "asked">;

/**
 * An operation whose only answer is that of a scenario, pruned to what is asked for: a derived named
 * example. Prism still routes, authenticates, validates and negotiates it.
 * @returns `undefined` if Prism holds no response for the scenario.
 */
export function scenarioOperation(
  operation: Operation,
  prism: PrismOperation,
  { scenario, asked }: Chosen,
): PrismOperation | undefined {
  const response = prism.responses.find(({ code }) => code === scenario.responseKey);
  const declared = operation.responses.find(({ status }) => status === scenario.responseKey);
  if (response === undefined || declared === undefined) return undefined;
  const includes = scenario.status >= 200 && scenario.status < 300 ? operation.includes : [];
  const valueIn = (content: MediaType | undefined): unknown => {
    const example = content?.examples.get(scenario.name);
    return example === undefined ? undefined : projectIncludes(includes, asked, example.value);
  };
  return onlyResponse(prism, {
    ...response,
    code: String(scenario.status),
    contents: (response.contents ?? []).map((content) =>
      exemplified(
        content,
        scenario.name,
        valueIn(declared.content.find(({ mediaType }) => mediaType === content.mediaType)),
      ),
    ),
    headers: scenarioHeaders(response, declared.headers, scenario.name),
  });
}

/**
 * The same without the media types that a scenario has no example of, if it has one of any: another one would answer
 * with the example of another scenario.
 */
export function shownOperation(derived: PrismOperation, { scenario }: Chosen): PrismOperation {
  const responses = derived.responses.map((response) => {
    const shown = (response.contents ?? []).filter(({ examples = [] }) =>
      examples.some(({ key }) => key === scenario.name),
    );
    return shown.length === 0 ? response : { ...response, contents: shown };
  });
  return { ...derived, responses };
}

const derivedHeaders = new WeakMap<PrismResponse, Map<string, PrismHeader[]>>();

/** Prism compiles a list of headers when it first sees it, and keeps that: a scenario must have the same each time. */
function scenarioHeaders(
  response: PrismResponse,
  declared: readonly Parameter[],
  scenario: string,
): PrismHeader[] {
  const known = derivedHeaders.get(response) ?? new Map<string, PrismHeader[]>();
  derivedHeaders.set(response, known);
  const headers =
    known.get(scenario) ??
    (response.headers ?? []).map((header) => {
      const parameter = declared.find(({ name }) => name === header.name);
      return exemplified(header, scenario, headerValue(parameter, scenario));
    });
  known.set(scenario, headers);
  return headers;
}

/** An operation whose only answer is the response that a status code names, as Prism looks it up. */
export function statusOperation(prism: PrismOperation, code: number): PrismOperation | undefined {
  const status = String(code);
  const response =
    prism.responses.find((candidate) => candidate.code === status) ??
    prism.responses.find((candidate) => candidate.code === `${status.charAt(0)}XX`) ??
    prism.responses.find((candidate) => candidate.code === "default");
  return response === undefined ? undefined : onlyResponse(prism, { ...response, code: status });
}

function onlyResponse(prism: PrismOperation, response: PrismResponse): PrismOperation {
  return { ...prism, responses: [response] };
}

/** The same with one example only, if there is a value for it. */
function exemplified<T extends PrismContent | PrismHeader>(holder: T, key: string, value: unknown): T {
  return value === undefined ? holder : { ...holder, examples: [{ id: key, key, value }] };
}

function headerValue(parameter: Parameter | undefined, scenario: string): string | undefined {
  const value = parameter?.examples.get(scenario);
  return parameter === undefined || value === undefined ? undefined : serializeParameter(parameter, value);
}
