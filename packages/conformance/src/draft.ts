import {
  type Contract,
  type HttpRequest,
  isEqual,
  type JsonValue,
  type JudgedRequest,
  judgeRequest,
  type Operation,
  type Parameter,
  requestFor,
  type SecurityScheme,
} from "@workflow-api/contract";
import type { Broken, Case, Expectation, Group } from "./case.ts";
import { credentialHeaders } from "./secrets.ts";
import type { Values } from "./values.ts";

/** A valid request of an operation, from which all of its cases are made. */
export interface Draft {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly maker: Values;
  /** By `Parameter.key`. */
  readonly values: ReadonlyMap<string, JsonValue>;
  readonly body: JsonValue | undefined;
  /** The schemes whose credentials it carries. */
  readonly schemes: readonly SecurityScheme[];
  /** The values that a foreign server is known to have. `undefined`: the server is that of the contract's examples. */
  readonly known: ReadonlyMap<string, JsonValue> | undefined;
}

/** Drafts the request of the default scenario; what that leaves out is made by the schemas. */
export function createDraft(
  contract: Contract,
  operation: Operation,
  maker: Values,
  known: ReadonlyMap<string, JsonValue> | undefined,
): Draft {
  const scenario = operation.defaultScenario;
  const values = new Map<string, JsonValue>();
  for (const parameter of operation.parameters) {
    const value = known?.get(parameter.key) ?? scenario?.values.get(parameter.key);
    const made = value ?? (parameter.required ? plainValue(maker, parameter) : undefined);
    if (made !== undefined) values.set(parameter.key, made);
  }
  const content = operation.requestBody?.content ?? [];
  const body =
    scenario?.body ?? content.map((media) => maker.sample([media])).find((each) => each !== undefined);
  return { contract, operation, maker, values, body, schemes: operation.security[0] ?? [], known };
}

function plainValue(maker: Values, parameter: Parameter): JsonValue | undefined {
  const [example] = parameter.examples.values();
  return example ?? maker.sample([parameter]);
}

/** What a case changes of the draft. */
export interface Change {
  readonly values?: ReadonlyMap<string, JsonValue>;
  /** `null` is a body; to send none, change the request. */
  readonly body?: JsonValue;
  readonly schemes?: readonly SecurityScheme[];
}

/** The request of a draft with its credentials. */
export function requestOf(draft: Draft, change: Change = {}): HttpRequest {
  const { body = draft.body, schemes = draft.schemes, values = draft.values } = change;
  const request = requestFor(draft.operation, values, body);
  return { ...request, headers: { ...request.headers, ...credentialHeaders(schemes) } };
}

/** The same request with other headers. One that is `undefined` is left out. */
export function withHeaders(
  request: HttpRequest,
  headers: Readonly<Record<string, string | undefined>>,
): HttpRequest {
  const all = Object.entries({ ...request.headers, ...headers });
  return {
    ...request,
    headers: Object.fromEntries(all.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]]))),
  };
}

/** The values of a draft with one of them changed. `undefined`: it is not sent. */
export function withValue(
  { values }: Draft,
  { key }: Parameter,
  value: JsonValue | undefined,
): Map<string, JsonValue> {
  const changed = new Map(values);
  if (value === undefined) changed.delete(key);
  else changed.set(key, value);
  return changed;
}

/** What a group says of a case; the rest follows from the draft. */
export interface CaseParts extends Change {
  readonly group: Group;
  /** The title without the operation: `200 full`. */
  readonly name: string;
  readonly pointer: string;
  readonly kind: Expectation["kind"];
  readonly statuses: readonly string[];
  readonly scenario?: Expectation["scenario"];
  readonly request?: HttpRequest;
  readonly broken?: Broken;
}

/** Makes a case of a draft. */
export function createCase(draft: Draft, parts: CaseParts): Case {
  const { broken, group, kind, name, pointer, scenario, statuses } = parts;
  const { body = draft.body, request = requestOf(draft, parts), values = draft.values } = parts;
  return {
    title: `${draft.operation.operationId} ${name}`,
    group,
    operation: kind === "unknown" ? undefined : draft.operation,
    pointer,
    request,
    values,
    body,
    schemes: (parts.schemes ?? draft.schemes).map((scheme) => scheme.name),
    expected: { kind, scenario, statuses },
    broken,
  };
}

/** A request as the contract judges it. `undefined`: it does not lead to the operation of the draft. */
export function judged({ contract, operation }: Draft, request: HttpRequest): JudgedRequest | undefined {
  const [path = ""] = request.target.split("?");
  const route = contract.route(request.method, path);
  return route.operation === operation
    ? judgeRequest(contract, operation, request, route.segments)
    : undefined;
}

/** A case of a valid request. None if the request is not valid, or does not arrive as it is meant. */
export function validCase(draft: Draft, parts: Omit<CaseParts, "kind" | "statuses">): Case[] {
  const { request = requestOf(draft, parts), values = draft.values } = parts;
  const verdict = isSendable(request) ? judged(draft, request) : undefined;
  if (verdict === undefined || verdict.violations.length + verdict.unauthenticated.length > 0) return [];
  const arrives = [...values].every(([key, value]) => isSame(value, verdict.values.get(key)));
  if (!arrives) return [];
  return [createCase(draft, { ...parts, kind: "valid", statuses: validStatuses(draft, values) })];
}

function isSame(value: JsonValue, arrived: JsonValue | undefined): boolean {
  // A list that is empty is not sent.
  return isEqual(value, arrived ?? []);
}

/** A case of an invalid request. None if it is valid as it arrives, or is invalid for another reason: text has no types. */
export function invalidCase(
  draft: Draft,
  parts: Omit<CaseParts, "kind" | "statuses"> & { readonly broken: Broken },
): Case[] {
  const { broken, name, request = requestOf(draft, parts) } = parts;
  const violations = (isSendable(request) ? judged(draft, request)?.violations : undefined) ?? [];
  const isChoice = broken.keyword === "oneOf" || broken.keyword === "anyOf";
  if (!violations.some(({ keyword }) => isChoice || keyword === broken.keyword)) return [];
  if (violations.some(({ part }) => part !== broken.part)) return [];
  const documented = draft.operation.responses.filter(({ status }) => status === 400 || status === 422);
  const [only] = documented;
  const isOfSchema = broken.keyword !== "mediaType" && broken.keyword !== "syntax";
  const title = isOfSchema && documented.length === 1 && only !== undefined ? `${only.status} ${name}` : name;
  return [createCase(draft, { ...parts, name: title, kind: "invalid", statuses: ["4XX"] })];
}

/** Whether a text can be the value of a header: it is not cut, nor refused. */
export function isHeaderText(text: string): boolean {
  return /^([\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?)?$/.test(text);
}

/** Whether a request travels as it is: no client takes away a segment of dots. */
function isSendable({ headers, target }: HttpRequest): boolean {
  return !/\/(\.|%2e){1,2}(?=[/?]|$)/i.test(target) && Object.values(headers).every(isHeaderText);
}

/** What says that a request is not right. */
const refusals = new Set([400, 401, 405, 406, 415, 422]);

/** The statuses that are right for a valid request: those of the contract, and what says that a foreign server has no such thing. */
export function validStatuses(draft: Draft, values: ReadonlyMap<string, JsonValue>): string[] {
  const { responses } = draft.operation;
  const right = responses.filter(({ status }) => status < 500 && !refusals.has(status));
  const documented = (right.length > 0 ? right : responses).map(({ status }) => String(status));
  return [...new Set([...documented, ...unknownStatuses(draft, values)])];
}

/** What a foreign server says of values that are not its own. */
export function unknownStatuses(
  { known, operation, values: base }: Draft,
  values: ReadonlyMap<string, JsonValue>,
): string[] {
  if (known === undefined) return [];
  const isKnown = ({ key }: Parameter): boolean => known.has(key) && isEqual(known.get(key), values.get(key));
  const strange = operation.parameters.filter((parameter) => !isKnown(parameter));
  const isPath = strange.some((parameter) => parameter.in === "path");
  const refused = operation.scenarios.filter(
    ({ status, values: own }) =>
      (status === 401 || status === 403) &&
      strange.some(({ in: place, key }) => place === "header" && !isEqual(own.get(key), base.get(key))),
  );
  return [...(isPath ? ["404"] : []), ...refused.map(({ status }) => String(status))];
}
