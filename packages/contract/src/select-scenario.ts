import { matchPath } from "./find-operation.ts";
import { isForm, isSameForm } from "./form-body.ts";
import { isEqual } from "./is-equal.ts";
import { isObject, type JsonValue } from "./json.ts";
import type { Operation, Parameter, Scenario } from "./model.ts";
import { type ParsedParameter, parseParameter } from "./parse-parameter.ts";
import { askedPointers } from "./project-includes.ts";
import { parameterKey } from "./read-parameter.ts";
import { successes } from "./read-scenarios.ts";
import { plain } from "./serialize-parameter.ts";

/** A request, as far as the selection of a scenario looks at it. */
export interface SelectableRequest {
  /** The path and the query, percent-encoded as they came. */
  readonly target: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The parsed body; what is not JSON as its text. `undefined`: none. */
  readonly body?: unknown;
}

/** The scenario that answers a request. */
export interface Selection {
  readonly scenario: Scenario;
  /** Whether the request matches the scenario; otherwise it is the operation's default. */
  readonly matched: boolean;
  /** What the request asks for by `x-includes`: JSON Pointers into the 2xx body. */
  readonly asked: readonly string[];
}

/**
 * Selects the scenario that answers a request of an operation.
 *
 * A scenario matches a request whose parameters equal all of its values. A parameter with `x-includes` prunes rather
 * than selects: a 2xx scenario also matches a request whose parameter asks for nothing that it does not ask for itself,
 * any other scenario one that asks for anything. The scenario that fixes the most values wins; among equals the one
 * whose request body is the request's, then the first. What no scenario matches gets the default: the first scenario of
 * the lowest 2xx that covers what is asked for.
 *
 * @returns `undefined` if the operation has no scenario to give.
 */
export function selectScenario(operation: Operation, request: SelectableRequest): Selection | undefined {
  const raw = rawReader(operation, request);
  const asked = askedPointers(operation.includes, raw);
  const ranked = operation.scenarios
    .map((scenario) => ({ scenario, fixed: countFixed(operation, scenario, raw) }))
    .filter(({ fixed }) => fixed >= 0);
  const most = Math.max(...ranked.map(({ fixed }) => fixed));
  const best = ranked.filter(({ fixed }) => fixed === most).map(({ scenario }) => scenario);
  const byBody = best.find(({ body }) => body !== undefined && isBody(operation, body, request.body));
  const indifferent = best.filter(({ body }) => body === undefined || best.length === 1);
  const matched = byBody ?? indifferent[0];
  if (matched !== undefined) return { scenario: matched, matched: true, asked };
  const fallback = defaultFor(operation, asked);
  return fallback === undefined ? undefined : { scenario: fallback, matched: false, asked };
}

function isBody({ requestBody }: Operation, body: JsonValue, came: unknown): boolean {
  if (isEqual(body, came)) return true;
  const forms = requestBody?.content.filter(({ mediaType }) => isForm(mediaType)) ?? [];
  return typeof came === "string" && isObject(body) && forms.some((form) => isSameForm(form, came, body));
}

/** Whether a scenario asks for everything that is asked for. */
function covers({ includes }: Operation, { values }: Scenario, asked: readonly string[]): boolean {
  const own = askedPointers(includes, (parameter) => values.get(parameterKey(parameter)));
  return asked.every((pointer) => own.includes(pointer));
}

function defaultFor(operation: Operation, asked: readonly string[]): Scenario | undefined {
  const candidates = successes(operation.scenarios);
  return candidates.find((scenario) => covers(operation, scenario, asked)) ?? candidates[0];
}

type RawReader = (parameter: Parameter) => ParsedParameter | undefined;

function rawReader(operation: Operation, request: SelectableRequest): RawReader {
  const at = request.target.indexOf("?");
  const path = at < 0 ? request.target : request.target.slice(0, at);
  const query = at < 0 ? "" : request.target.slice(at + 1);
  const segments = matchPath(operation.path, path) ?? new Map<string, string>();
  return (parameter) => {
    switch (parameter.in) {
      case "path":
        return parseParameter(parameter, segments.get(parameter.name));
      case "query":
        return parseParameter(parameter, query);
      case "header":
        return parseParameter(parameter, request.headers[parameter.name.toLowerCase()]);
      case "cookie":
        return parseParameter(parameter, request.headers["cookie"]);
    }
  };
}

/** How many values of the scenario the request equals; -1 if it contradicts one. */
function countFixed(operation: Operation, scenario: Scenario, raw: RawReader): number {
  let fixed = 0;
  for (const parameter of operation.parameters) {
    const value = scenario.values.get(parameterKey(parameter));
    if (value === undefined) continue;
    if (carries(parameter, raw(parameter), value)) fixed++;
    else if (!tolerates(operation, scenario, parameter, raw)) return -1;
  }
  return fixed;
}

/** Whether a request may have another value of a parameter than the scenario, as it only asks for less. */
function tolerates(operation: Operation, scenario: Scenario, parameter: Parameter, raw: RawReader): boolean {
  const own = operation.includes.filter((include) => include.parameter === parameter);
  if (own.length === 0) return false;
  const isSuccess = scenario.status >= 200 && scenario.status <= 299;
  return !isSuccess || covers(operation, scenario, askedPointers(own, raw));
}

/** Whether what came on the wire for a parameter is this value. */
function carries({ mediaType }: Parameter, parsed: ParsedParameter | undefined, value: JsonValue): boolean {
  if (mediaType === undefined || typeof parsed !== "string") return equals(parsed, value);
  return parsed === plain(value) || isEqual(parseJson(parsed), value);
}

/** The JSON value of a text; `undefined` if it is none. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether what came on the wire is this value. A parameter that was not sent equals an empty list or object. */
function equals(parsed: ParsedParameter | undefined, value: JsonValue): boolean {
  if (Array.isArray(value)) {
    const items = parsed === undefined ? [] : parsed;
    return Array.isArray(items) && isEqual(items, value.map(plain));
  }
  if (isObject(value)) {
    const members = Object.entries(value).flatMap(([name, member]) =>
      member === undefined || member === null ? [] : [[name, plain(member)]],
    );
    const given = parsed ?? {};
    return isRecord(given) && members.every(([name = "", text]) => given[name] === text);
  }
  return typeof parsed === "string" && parsed === plain(value);
}

function isRecord(parsed: ParsedParameter): parsed is Readonly<Record<string, string>> {
  return typeof parsed === "object" && !Array.isArray(parsed);
}
