import {
  type Contract,
  type HttpRequest,
  isEqual,
  isHeaderValue,
  type JsonValue,
  type JudgedRequest,
  type Operation,
  type Parameter,
  type ParameterValues,
  requestFor,
  type Scenario,
  type SecurityScheme,
  type Violation,
} from "@workflow-api/contract";
import type { Broken, Case, Expectation, Group } from "./case.ts";
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
export interface Draft {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly maker: Maker;
  /** By `Parameter.key`. */
  readonly values: ParameterValues;
  readonly body: JsonValue | undefined;
  /** The schemes whose credentials it carries. */
  readonly schemes: readonly SecurityScheme[];
  readonly data: ServerData;
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
): Draft {
  const known = data.valuesOf(operation);
  const scenario = operation.defaultScenario;
  const values = new Map<string, JsonValue>();
  for (const parameter of operation.parameters) {
    const { examples, key, required } = parameter;
    const [example] = examples.values();
    const made = required ? (example ?? maker.sample(parameter.shape)) : undefined;
    const value = known.get(key) ?? scenario?.values.get(key) ?? made;
    if (value !== undefined) values.set(key, value);
  }
  const content = operation.requestBody?.content ?? [];
  const body =
    scenario?.body ??
    content.map((media) => maker.sample(media.shape)).find((each) => each !== undefined);
  const { hasSecret = () => true } = data;
  const { security } = operation;
  const schemes = security.find((requirement) => requirement.every(hasSecret)) ?? security[0] ?? [];
  return { contract, operation, maker, values, body, schemes, data };
}

/** The rule by which a media type in upper case is valid. */
export const anyCase = "a media type may be written in any case (RFC 9110, 8.3.1)";

/** A change to a draft. */
export interface Trial {
  /** The title without the operation: `id of 256 characters`. */
  readonly name: string;
  readonly pointer: string;
  /** That of the case. Default: the part that it breaks or changes. */
  readonly part?: string;
  readonly values?: ParameterValues;
  /** To send none, change the request. */
  readonly body?: JsonValue | undefined;
  readonly schemes?: readonly SecurityScheme[];
  /** Default: the request that follows from the rest. */
  readonly request?: HttpRequest;
  /** What it breaks. `undefined`: it stays valid. */
  readonly broken?: Broken | undefined;
  /** That of the case. */
  readonly rule?: string | undefined;
}

/** The request of a draft with its credentials. */
export function requestOf(
  draft: Draft,
  change: Pick<Trial, "values" | "body" | "schemes"> = {},
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
export function createCase(draft: Draft, group: Group, trial: Trial, expected: Expectation): Case {
  const {
    body = draft.body,
    broken,
    name,
    pointer,
    rule,
    schemes = draft.schemes,
    values = draft.values,
  } = trial;
  const request = trial.request ?? requestOf(draft, trial);
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
    part: trial.part ?? broken?.part ?? changedPart(draft, values, body) ?? group,
    broken,
    rule,
  };
}

/** The one part in which a request differs from its draft. `undefined`: several parts, or none. */
function changedPart(
  draft: Draft,
  values: Case["values"],
  body: JsonValue | undefined,
): string | undefined {
  const keys = new Set([...draft.values.keys(), ...values.keys()]);
  const changed = [...keys].filter(
    (key) => !isEqual(draft.values.get(key) ?? [], values.get(key) ?? []),
  );
  const all = body === draft.body ? changed : [...changed, "body"];
  return all.length === 1 ? all[0] : undefined;
}

/** An expectation that no scenario states. */
export function expect(kind: Expectation["kind"], ...statuses: readonly string[]): Expectation {
  return { kind, scenario: undefined, statuses };
}

/**
 * A request as the contract judges it. `undefined`: it does not lead to the operation of the draft.
 */
export function judged(
  { contract, operation }: Draft,
  request: HttpRequest,
): JudgedRequest | undefined {
  const verdict = contract.judge(request);
  return verdict.operation === operation ? verdict : undefined;
}

/**
 * Cases of valid and of invalid requests. A request that changes its meaning on the wire is
 * dropped: strings have no types there, so an invalid value may be read as a valid one.
 */
export function casesOf(draft: Draft, group: Group, trials: readonly Trial[]): Case[] {
  return trials.flatMap((trial) => {
    const request = trial.request ?? requestOf(draft, trial);
    const verdict = isSendable(request) ? judged(draft, request) : undefined;
    if (verdict === undefined || verdict.unauthenticated.length > 0) return [];
    const { values = draft.values } = trial;
    if (trial.broken === undefined) {
      // An empty list is not sent.
      const arrives = [...values].every(([key, value]) =>
        isEqual(value, verdict.values.get(key) ?? []),
      );
      if (!arrives || verdict.violations.length > 0) return [];
      return [createCase(draft, group, trial, expect("valid", ...validStatuses(draft, values)))];
    }
    if (!breaks(verdict.violations, trial.broken)) return [];
    return [createCase(draft, group, trial, expect("invalid", "4XX"))];
  });
}

/** Whether a request breaks what it is meant to break, and nothing else. */
function breaks(violations: readonly Violation[], { keyword, part }: Broken): boolean {
  const isChoice = keyword === "oneOf" || keyword === "anyOf";
  return (
    violations.some((violation) => isChoice || violation.keyword === keyword) &&
    violations.every((violation) => violation.part === part)
  );
}

/**
 * Whether clients send a request unchanged and routers accept it: clients remove segments of dots,
 * and few routers accept a path of two lines.
 */
function isSendable({ headers, path }: HttpRequest): boolean {
  return !/\/(\.|%2e){1,2}(?=\/|$)|%0a/i.test(path) && Object.values(headers).every(isHeaderValue);
}

/** The statuses that refuse a request. */
const refusals = new Set([400, 401, 405, 406, 415, 422]);

/**
 * The statuses that conform for a valid request: those of the contract, and those by which a server
 * says that it does not have the requested data.
 */
export function validStatuses(draft: Draft, values: ParameterValues = draft.values): string[] {
  const { responses } = draft.operation;
  const right = responses.filter(({ status }) => status < 500 && !refusals.has(status));
  const documented = (right.length > 0 ? right : responses).map(({ status }) => String(status));
  return [...new Set([...documented, ...unknownStatuses(draft, values)])];
}

/** The statuses by which a server says that it does not know a value. */
export function unknownStatuses(
  { data, operation, values: base }: Draft,
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
