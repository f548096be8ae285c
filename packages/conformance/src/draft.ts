import {
  type Contract,
  type HttpRequest,
  type JudgedRequest,
  type Operation,
  type Parameter,
  type ParameterValues,
  requestFor,
  type Scenario,
  type SecurityScheme,
  type Shape,
  selectScenario,
  type Violation,
} from "@workflow-api/contract";
import { isHeaderValue } from "@workflow-api/contract/http";
import { appendPointer, isEqual, type JsonValue } from "@workflow-api/contract/json";
import type { Broken, Case, Expectation, Group } from "./case.ts";
import type { Flaw } from "./flaws.ts";
import { credentialHeaders } from "./secrets.ts";
import type { Maker } from "./values.ts";

/** What is known about the data of a server. */
export interface ServerData {
  /**
   * Whether it has all the data that the examples of the contract show. If not, they prove nothing
   * about its data.
   */
  readonly hasExamples: boolean;
  /**
   * The values that it knows for parameters of an operation, by `Parameter.key`, in place of the
   * examples. With a scenario: the values that lead to its response on this server.
   */
  readonly valuesOf: (operation: Operation, scenario?: Scenario) => ParameterValues;
  /** Whether the secret of a scheme is known. Default: all are. */
  readonly hasSecret?: (scheme: SecurityScheme) => boolean;
}

/** A valid request of an operation, from which all of its cases are made. */
export interface CaseDraft {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly maker: Maker;
  /** By `Parameter.key`. */
  readonly values: ParameterValues;
  readonly body: JsonValue | undefined;
  /** The schemes whose credentials it carries. */
  readonly schemes: readonly SecurityScheme[];
  readonly data: ServerData;
  /** The required parts of which no valid value was found, or only too large ones. */
  readonly missing: readonly string[];
}

const exampleData: ServerData = { hasExamples: true, valuesOf: () => new Map() };

/**
 * Drafts the request of the default scenario; values that it does not name are generated from the
 * schemas.
 */
export function createDraft(
  contract: Contract,
  operation: Operation,
  maker: Maker,
  data: ServerData = exampleData,
): CaseDraft {
  const known = data.valuesOf(operation);
  const scenario = operation.defaultScenario;
  const values = new Map<string, JsonValue>();
  for (const { examples, key, required, shape } of operation.parameters) {
    const example = required ? examples[0]?.value : undefined;
    const documented = [known.get(key), scenario?.values.get(key), example];
    const value = validOf(shape, documented) ?? (required ? maker.sample(shape) : undefined);
    if (value !== undefined) values.set(key, value);
  }
  const [media] = operation.requestBody?.content ?? [];
  const body = media && (validOf(media.shape, [scenario?.body]) ?? maker.sample(media.shape));
  const { hasSecret = () => true } = data;
  const { security } = operation;
  const schemes = security.find((requirement) => requirement.every(hasSecret)) ?? security[0] ?? [];
  const required = operation.parameters.filter((parameter) => parameter.required);
  const missing = [
    ...required.flatMap(({ key }) => (values.has(key) ? [] : [key])),
    ...(operation.requestBody?.required === true && body === undefined ? ["body"] : []),
  ];
  return { contract, operation, maker, values, body, schemes, data, missing };
}

/** The first value that a shape allows: an example of the contract may be invalid. */
function validOf(shape: Shape, values: readonly (JsonValue | undefined)[]): JsonValue | undefined {
  return values.find((value) => value !== undefined && shape.violations(value).length === 0);
}

/** A change to a draft. */
export interface Attempt {
  /** The title without the operation: `id of 256 characters`. */
  readonly name: string;
  readonly pointer: string;
  /** That of the case, unless something is broken. Default: its group. */
  readonly part?: string;
  /** That of the case. Default: the value as a whole. */
  readonly at?: string;
  readonly values?: ParameterValues;
  /** To send none, change the request. */
  readonly body?: JsonValue | undefined;
  readonly schemes?: readonly SecurityScheme[];
  /** Default: the request that follows from the rest. */
  readonly request?: HttpRequest;
  /** What it breaks. `undefined`: it stays valid. */
  readonly broken?: Broken | undefined;
  /** That of the case. */
  readonly flaw?: Flaw | undefined;
}

/** The request of a draft with its credentials. */
export function requestOf(
  draft: CaseDraft,
  change: Pick<Attempt, "values" | "body" | "schemes"> = {},
): HttpRequest {
  const { body = draft.body, schemes = draft.schemes, values = draft.values } = change;
  return withHeaders(requestFor(draft.operation, values, body), credentialHeaders(schemes));
}

/** The same request with other headers. A header that is `undefined` is removed. */
export function withHeaders(
  request: HttpRequest,
  headers: Readonly<Record<string, string | undefined>>,
): HttpRequest {
  const all = Object.entries({ ...request.headers, ...headers });
  const sent = all.filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { ...request, headers: Object.fromEntries(sent) };
}

/** The same request without a body. */
export function withoutBody(request: HttpRequest): HttpRequest {
  return { ...withHeaders(request, { "content-type": undefined }), body: "" };
}

/** A case of a draft. */
export function createCase(
  draft: CaseDraft,
  group: Group,
  attempt: Attempt,
  expected: Expectation,
): Case {
  const {
    body = draft.body,
    broken,
    flaw,
    name,
    pointer,
    schemes = draft.schemes,
    values = draft.values,
  } = attempt;
  const request = attempt.request ?? requestOf(draft, attempt);
  return {
    title: `${draft.operation.operationId} ${name}`,
    group,
    operation: expected.kind === "unknown" ? undefined : draft.operation,
    pointer,
    request,
    values,
    body: request.body === "" ? undefined : body,
    schemes: schemes.map((scheme) => scheme.name),
    expected,
    part: broken?.part ?? attempt.part ?? group,
    at: attempt.at ?? "",
    broken,
    flaw,
  };
}

/** An expectation that no scenario states. */
export function expect(kind: Expectation["kind"], ...statuses: readonly string[]): Expectation {
  return { kind, scenario: undefined, statuses };
}

/**
 * A request as the contract judges it. `undefined`: it does not lead to the operation of the draft.
 */
export function judged(
  { contract, operation }: CaseDraft,
  request: HttpRequest,
): JudgedRequest | undefined {
  const verdict = contract.judge(request);
  return verdict.operation === operation ? verdict : undefined;
}

/**
 * Cases of valid and of invalid requests. A request that changes its meaning on the wire is
 * dropped: strings have no types there, so an invalid value may be read as a valid one.
 */
export function casesOf(draft: CaseDraft, group: Group, attempts: readonly Attempt[]): Case[] {
  return attempts.flatMap((attempt) => {
    const request = attempt.request ?? requestOf(draft, attempt);
    const verdict = isSendable(request) ? judged(draft, request) : undefined;
    if (verdict === undefined || verdict.unauthenticated.length > 0) return [];
    if (attempt.broken === undefined) return validCases(draft, group, attempt, verdict);
    const { violations } = verdict;
    if (!breaks(violations, attempt.broken)) return [];
    const at = placeOf(violations, attempt.broken) ?? attempt.at ?? "";
    return [createCase(draft, group, { ...attempt, at }, expect("invalid", "4XX"))];
  });
}

/** The case of a request that is meant to be valid. Empty: it is not. */
function validCases(
  draft: CaseDraft,
  group: Group,
  attempt: Attempt,
  { body, values: read, violations }: JudgedRequest,
): Case[] {
  const { values = draft.values } = attempt;
  // An empty list is not sent.
  const arrives = [...values].every(([key, value]) => isEqual(value, read.get(key) ?? []));
  if (!arrives || violations.length > 0) return [];
  // What a scenario refuses may be valid by its schema.
  const selected = selectScenario(draft.operation, values, body);
  const documented = selected?.isMatch === true ? [String(selected.scenario.status)] : [];
  const statuses = new Set([...validStatuses(draft, values), ...documented]);
  return [createCase(draft, group, attempt, expect("valid", ...statuses))];
}

/** Whether a request breaks what it is meant to break, and nothing else. */
function breaks(violations: readonly Violation[], { keyword, part }: Broken): boolean {
  const isChoice = keyword === "oneOf" || keyword === "anyOf";
  return (
    violations.some((violation) => isChoice || violation.keyword === keyword) &&
    violations.every((violation) => violation.part === part)
  );
}

/** Where a request breaks a keyword: of a missing member, where it would be. */
function placeOf(violations: readonly Violation[], { keyword }: Broken): string | undefined {
  const found = violations.find((violation) => violation.keyword === keyword);
  if (found?.missing === undefined) return found?.pointer;
  return appendPointer(found.pointer, found.missing);
}

/**
 * Whether clients send a request unchanged and routers accept it: clients remove segments of dots,
 * and few routers accept a segment of two lines.
 */
function isSendable({ headers, path }: HttpRequest): boolean {
  return (
    !/\/(\.|%2e){1,2}(?=\/|$)|%0a(?!\/|$)/i.test(path) &&
    Object.values(headers).every(isHeaderValue)
  );
}

/** The statuses that refuse a request. */
export const refusals: ReadonlySet<number> = new Set([400, 401, 405, 406, 415, 422]);

/**
 * The statuses that conform for a valid request: those of the contract, and those by which a server
 * says that it does not have the requested data.
 */
export function validStatuses(draft: CaseDraft, values: ParameterValues = draft.values): string[] {
  const { responses } = draft.operation;
  const right = responses.filter(({ status }) => status < 500 && !refusals.has(status));
  const documented = (right.length > 0 ? right : responses).map(({ status }) => String(status));
  return [...new Set([...documented, ...unknownStatuses(draft, values)])];
}

/** The statuses by which a server says that it does not know a value. */
export function unknownStatuses(
  { data, operation, values: base }: CaseDraft,
  values: ParameterValues,
): string[] {
  if (data.hasExamples) return [];
  const known = data.valuesOf(operation);
  const isKnown = ({ key }: Parameter): boolean =>
    known.has(key) && isEqual(known.get(key), values.get(key));
  const strange = operation.parameters.filter((parameter) => !isKnown(parameter));
  const isPath = strange.some((parameter) => parameter.in === "path");
  const refused = operation.scenarios.filter(
    ({ status, values: own }) =>
      (status === 401 || status === 403) &&
      strange.some(
        ({ in: place, key }) => place === "header" && !isEqual(own.get(key), base.get(key)),
      ),
  );
  return [...(isPath ? ["404"] : []), ...refused.map(({ status }) => String(status))];
}
