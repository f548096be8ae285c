import {
  type Contract,
  type HttpRequest,
  type JudgedRequest,
  type Operation,
  type Parameter,
  type ParameterValues,
  requestFor,
  type SampleRequest,
  type SecurityScheme,
  sampleRequest,
  selectScenario,
  type Violation,
} from "@workflow-api/contract";
import { isHeaderValue, requestTarget } from "@workflow-api/contract/http";
import { appendPointer, isEqual, type JsonValue } from "@workflow-api/contract/json";
import { withPlaceholders } from "../http/secrets.ts";
import type { Flaw } from "../responses/flaws.ts";
import type { Maker } from "../values/maker.ts";
import type { Case, CaseGroup, Deviation, Expectation, PartValues } from "./case.ts";

/** What is known about the data of a server. */
export interface ServerData {
  /**
   * Whether it has all the data that the examples of the contract show. If not, they prove nothing
   * about its data.
   */
  readonly hasExamples: boolean;
  /**
   * The values that it knows for parameters of an operation, by `Parameter.key`, in place of the
   * examples.
   */
  readonly valuesOf: (operation: Operation) => ParameterValues;
  /** Whether the secret of a scheme is known. Default: all are. */
  readonly hasSecret?: (scheme: SecurityScheme) => boolean;
}

/** The parts of a sample request. */
export function scenarioParts({
  body,
  values,
}: Pick<SampleRequest, "body" | "values">): PartValues {
  return new Map([...values, ...(body === undefined ? [] : [["body", body] as const])]);
}

/** A valid request of an operation, from which all of its cases are made. */
export interface BaseRequest {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly maker: Maker;
  readonly values: PartValues;
  /** The schemes whose credentials it carries. */
  readonly schemes: readonly SecurityScheme[];
  readonly data: ServerData;
  /** The required parts of which no valid value was found, or only too large ones. */
  readonly missing: readonly string[];
}

const exampleData: ServerData = { hasExamples: true, valuesOf: () => new Map() };

/** A valid request of an operation: its sample, with the values that the server knows. */
export function createBaseRequest(
  contract: Contract,
  operation: Operation,
  maker: Maker,
  data: ServerData = exampleData,
): BaseRequest {
  const known = data.valuesOf(operation);
  const sample = sampleRequest(operation, undefined, { known, make: maker.sample });
  const { hasSecret = () => true } = data;
  const { security } = operation;
  const schemes = security.find((requirement) => requirement.every(hasSecret)) ?? security[0] ?? [];
  const values = scenarioParts(sample);
  return { contract, operation, maker, values, schemes, data, missing: sample.missing };
}

/** A change to a base. */
export interface CaseDraft {
  /** The title without the operation: `id of 256 characters`. */
  readonly name: string;
  readonly pointer: string;
  /** That of the case, unless something is broken. Default: its group. */
  readonly part?: string;
  /** That of the case. Default: the value as a whole. */
  readonly at?: string;
  /** That of the case. */
  readonly tried?: JsonValue | undefined;
  readonly values?: PartValues;
  readonly schemes?: readonly SecurityScheme[];
  /** What is changed in the request that follows from the rest. Default: nothing. */
  readonly alter?: (request: HttpRequest) => HttpRequest;
  /** That of the case. Default: it is not. */
  readonly isComplete?: boolean;
  /** The request, once it is written. */
  readonly request?: HttpRequest;
  /** What it breaks. `undefined`: it stays valid. */
  readonly broken?: Deviation | undefined;
  /** That of the case. */
  readonly flaw?: Flaw | undefined;
}

/** Values without that of one part. */
export function withoutPart(values: PartValues, key: string): PartValues {
  return new Map([...values].filter(([other]) => other !== key));
}

/** The request of a base with its credentials. */
export function requestOf(
  base: BaseRequest,
  change: Pick<CaseDraft, "alter" | "values" | "schemes"> = {},
): HttpRequest {
  const { alter, schemes = base.schemes, values = base.values } = change;
  const plain = requestFor(base.operation, values, values.get("body"));
  const request = withPlaceholders(plain, schemes);
  return alter === undefined ? request : alter(request);
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

/** A case of a base. */
export function createCase(
  base: BaseRequest,
  group: CaseGroup,
  attempt: CaseDraft,
  expected: Expectation,
): Case {
  const { broken, flaw, name, pointer, tried } = attempt;
  const { request, schemes = base.schemes, values = base.values } = attempt;
  const write = (other: PartValues): HttpRequest => requestOf(base, { ...attempt, values: other });
  return {
    title: `${base.operation.operationId} ${name}`,
    group,
    base,
    operation: expected.kind === "unknown" ? undefined : base.operation,
    pointer,
    request: request ?? write(values),
    values,
    write,
    schemes: schemes.map((scheme) => scheme.name),
    expected,
    part: broken?.part ?? attempt.part ?? group,
    at: attempt.at ?? "",
    tried,
    broken,
    flaw,
    isComplete: attempt.isComplete ?? false,
  };
}

/** An expectation that no scenario states. */
export function expect(kind: Expectation["kind"], ...statuses: readonly string[]): Expectation {
  return { kind, scenario: undefined, statuses };
}

/**
 * A request as the contract judges it. `undefined`: it does not lead to the operation of the base.
 */
export function judged(
  { contract, operation }: BaseRequest,
  request: HttpRequest,
): JudgedRequest | undefined {
  const verdict = contract.judge(request);
  return verdict.operation === operation ? verdict : undefined;
}

/**
 * Cases of valid and of invalid requests. A request that changes its meaning on the wire is
 * dropped: strings have no types there, so an invalid value may be read as a valid one.
 */
export function casesOf(
  base: BaseRequest,
  group: CaseGroup,
  attempts: readonly CaseDraft[],
): Case[] {
  return attempts.flatMap((attempt) => {
    const request = requestOf(base, attempt);
    const verdict = isSendable(request) ? judged(base, request) : undefined;
    if (verdict === undefined || verdict.unauthenticated.length > 0) return [];
    const draft = { ...attempt, request };
    if (attempt.broken === undefined) return validCases(base, group, draft, verdict);
    const { violations } = verdict;
    if (!breaks(violations, attempt.broken)) return [];
    const at = violatedPlace(violations, attempt.broken) ?? attempt.at ?? "";
    return [createCase(base, group, { ...draft, at }, expect("invalid", "4XX"))];
  });
}

/** The request itself as a case, or with other values. `undefined`: it is not valid. */
export function validCase(base: BaseRequest, values: PartValues = base.values): Case | undefined {
  const { pointer } = base.operation;
  const [found] = casesOf(base, "scenario", [{ name: "valid request", pointer, values }]);
  return found;
}

/** The case of a request that is meant to be valid. Empty: it is not. */
function validCases(
  base: BaseRequest,
  group: CaseGroup,
  attempt: CaseDraft & { readonly request: HttpRequest },
  { body, violations }: JudgedRequest,
): Case[] {
  const { request, values = base.values } = attempt;
  if (violations.length > 0) return [];
  // What a scenario refuses may be valid by its schema.
  const selected = selectScenario(base.operation, values, body);
  const documented = selected?.isMatch === true ? [String(selected.scenario.status)] : [];
  const refused = isLong(request) ? ["414"] : [];
  const statuses = new Set([...validStatuses(base, values), ...documented, ...refused]);
  return [createCase(base, group, attempt, expect("valid", ...statuses))];
}

/** Whether a server may refuse the length of a URL (RFC 9110, 15.5.15): some take 100 characters. */
function isLong(request: HttpRequest): boolean {
  return requestTarget(request)
    .split(/[/?&]/)
    .some((part) => part.length > 100);
}

/** Whether a request breaks what it is meant to break, and nothing else. */
function breaks(violations: readonly Violation[], { keyword, part }: Deviation): boolean {
  const isChoice = keyword === "oneOf" || keyword === "anyOf";
  return (
    violations.some((violation) => isChoice || violation.keyword === keyword) &&
    violations.every((violation) => violation.part === part)
  );
}

/** Where a request breaks a keyword: of a missing member, where it would be. */
function violatedPlace(
  violations: readonly Violation[],
  { keyword }: Deviation,
): string | undefined {
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
export function validStatuses(base: BaseRequest, values: PartValues = base.values): string[] {
  const { responses } = base.operation;
  const right = responses.filter(({ status }) => status < 500 && !refusals.has(status));
  const documented = (right.length > 0 ? right : responses).map(({ status }) => String(status));
  // An operation of OpenAPI 3.1 may document no response.
  const known = documented.length > 0 ? documented : ["2XX"];
  return [...new Set([...known, ...unknownStatuses(base, values)])];
}

/** The statuses by which a server says that it does not know a value. */
export function unknownStatuses(
  { data, operation, values: base }: BaseRequest,
  values: PartValues,
): string[] {
  if (data.hasExamples) return [];
  const known = data.valuesOf(operation);
  const isKnown = ({ key }: Parameter): boolean =>
    known.has(key) && isEqual(known.get(key), values.get(key));
  const strange = operation.parameters.filter((parameter) => !isKnown(parameter));
  const isPath = strange.some((parameter) => parameter.in === "path");
  const refused = operation.scenarios.filter(
    ({ status, values: named }) =>
      (status === 401 || status === 403) &&
      strange.some(
        ({ in: place, key }) => place === "header" && !isEqual(named.get(key), base.get(key)),
      ),
  );
  return [...(isPath ? ["404"] : []), ...refused.map(({ status }) => String(status))];
}
