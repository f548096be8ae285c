import {
  type Contract,
  type JsonValue,
  type MediaType,
  type Operation,
  type Parameter,
  parameterKey,
  projectIncludes,
  requestFor,
  type Scenario,
  type SecurityAlternative,
  selectScenario,
  valueAt,
} from "@workflow-api/contract";
import { sampleOf } from "@workflow-api/contract/samples";
import type {
  Broken,
  Call,
  Case,
  CaseRequest,
  Expectation,
  Group,
  MockExpectation,
  Verdict,
} from "./case.ts";
import { type Credentials, credentialHeaders, mergeRequest } from "./credentials.ts";
import type { DeriveOptions } from "./derive-cases.ts";
import { defaultAnswer, documented } from "./mock-status.ts";
import { choicesOf } from "./named-choices.ts";
import type { SchemaWorld } from "./schema/worlds.ts";
import { createWorlds } from "./schema/worlds.ts";
import { type Asked, statusesIfUnknown } from "./unknown-values.ts";
import { isRefusedOnWire, serializedHeader } from "./wire.ts";

/** What the derivation of every group starts from. */
export interface Derivation {
  readonly contract: Contract;
  readonly credentials: Credentials;
  /** Values that are sent in place of those of the examples, by parameter key. */
  readonly values: (operation: Operation) => ReadonlyMap<string, JsonValue>;
  /** For parameters and request bodies. */
  readonly world: SchemaWorld;
  /** For the bodies and headers of responses. */
  readonly answerWorld: SchemaWorld;
}

/** The parts of a case that its group states; the rest follows. */
export interface CaseParts {
  readonly group: Group;
  readonly operation?: Operation;
  /** What makes the title unique within the operation: `200 full`. */
  readonly name: string;
  readonly pointer: string;
  readonly request: CaseRequest;
  readonly call?: Call;
  readonly verdict: Verdict;
  readonly statuses: readonly string[];
  readonly absent?: readonly string[];
  readonly methods?: readonly string[];
  readonly mock?: MockExpectation | undefined;
  readonly broken?: Broken;
  readonly replaced?: readonly string[] | undefined;
  /** The keys of the schemes whose credentials are sent. Default: those of {@link wayOf}. */
  readonly schemes?: readonly string[];
}

/** @param options See {@link deriveCases}. */
export function createDerivation(contract: Contract, options: DeriveOptions): Derivation {
  const { credentials = {}, seed = 1, values = () => new Map() } = options;
  const { client, server } = createWorlds(contract, seed);
  return {
    contract,
    credentials,
    values,
    world: client,
    answerWorld: server,
  };
}

/** Makes a case: the request of its parts, and what must come of it. */
export function createCase(derivation: Derivation, parts: CaseParts): Case {
  const { contract } = derivation;
  const {
    group,
    operation,
    name,
    pointer,
    request,
    call,
    verdict,
    statuses,
    absent = [],
    methods,
    mock,
    broken,
    replaced,
  } = parts;
  const choices = broken?.keyword === "enum" ? choicesOf(valueAt(contract.document, pointer)) : undefined;
  // The answer to a HEAD has no body (RFC 9110, 9.3.2).
  const bodiless = mock !== undefined && request.method === "HEAD" ? { ...mock, body: undefined } : mock;
  const told = bodiless === undefined || choices === undefined ? bodiless : { ...bodiless, choices };
  const ifUnknown = operation === undefined ? [] : ifUnknownOf(derivation, operation, { call, verdict });
  const expected: Expectation = {
    verdict,
    statuses,
    ifUnknown,
    absent,
    mock: told,
    ...(methods && { methods }),
  };
  const subject = operation === undefined ? request.method : operation.operationId;
  const location = contract.locate(pointer);
  const own = operation === undefined ? [] : wayOf(derivation, operation).map(({ key }) => key);
  return {
    title: `${subject} ${name}`,
    group,
    operation,
    pointer,
    location,
    request,
    call,
    schemes: parts.schemes ?? own,
    expected,
    broken,
    ...(replaced && { replaced }),
  };
}

function ifUnknownOf(derivation: Derivation, operation: Operation, asked: Asked): string[] {
  const given = derivation.values(operation);
  return statusesIfUnknown(operation, asked, {
    given,
    base: () => baseRequest(derivation, operation).values,
  });
}

/**
 * A valid request of the operation: that of its default scenario, with what it leaves open but the contract requires, and
 * without what the contract itself refuses. The request of a scenario that is given is what it is.
 */
export function baseRequest(derivation: Derivation, operation: Operation, scenario?: Scenario): Call {
  const from = scenario ?? operation.defaultScenario ?? operation.scenarios[0];
  const values = new Map(from?.values ?? []);
  for (const parameter of operation.parameters) {
    const key = parameterKey(parameter);
    const given = values.get(key);
    if (scenario === undefined && given !== undefined && isRefusedOnWire(parameter, given))
      values.delete(key);
    if (values.has(key) || !parameter.required) continue;
    const value = sampleOfParameter(derivation, parameter);
    if (value !== undefined) values.set(key, value);
  }
  for (const [key, value] of derivation.values(operation)) values.set(key, value);
  const isKept = scenario !== undefined || isAcceptedBody(operation, from?.body);
  return { values, body: (isKept ? from?.body : undefined) ?? requiredBody(derivation, operation) };
}

/** Whether what a scenario sends is what the contract takes: its examples may say otherwise than its schemas. */
export function isSound(operation: Operation, { body, values }: Scenario): boolean {
  return (
    isAcceptedBody(operation, body) &&
    operation.parameters.every((parameter) => {
      const value = values.get(parameterKey(parameter));
      return value === undefined || !isRefusedOnWire(parameter, value);
    })
  );
}

function isAcceptedBody({ requestBody }: Operation, body: JsonValue | undefined): boolean {
  const content = requestBody?.content ?? [];
  return body === undefined || content.some((media) => media.accepts(body));
}

function sampleOfParameter({ world }: Derivation, parameter: Parameter): JsonValue | undefined {
  const { sample } = parameter;
  if (sample !== undefined && !isRefusedOnWire(parameter, sample)) return sample;
  return sampleOf(world, [parameter]) ?? sample;
}

function requiredBody({ world }: Derivation, { requestBody }: Operation): JsonValue | undefined {
  const [media] = requestBody?.content ?? [];
  return requestBody?.required === true && media !== undefined ? sampleOfBody(world, media) : undefined;
}

/** The first example of a body, or a sample where its own schema refuses it. */
export function sampleOfBody(world: SchemaWorld, media: MediaType): JsonValue | undefined {
  const [example] = media.shown;
  const isRight = example !== undefined && media.accepts(example.value);
  return isRight ? example.value : (sampleOf(world, [media]) ?? example?.value);
}

/** The request on the wire, with the credentials of one of the operation's ways of authenticating. */
export function sendable(derivation: Derivation, operation: Operation, base: Call): CaseRequest {
  const request = requestFor(operation, base.values, base.body);
  return mergeRequest(request, credentialHeaders(wayOf(derivation, operation), derivation.credentials));
}

/** The first way of authenticating for which every secret is given, else none where that is a way, else the first. */
export function wayOf({ credentials }: Derivation, { security }: Operation): SecurityAlternative {
  const given = security.find(
    (way) => way.length > 0 && way.every(({ key }) => credentials[key] !== undefined),
  );
  return given ?? security.find((way) => way.length === 0) ?? security[0] ?? [];
}

/** What the mock answers to a valid request: its scenario or default, without what it does not ask for. */
export function mockAnswer(operation: Operation, request: CaseRequest): MockExpectation | undefined {
  const selection = selectScenario(operation, {
    target: request.target,
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
    ),
    body: parsed(request.body),
  });
  if (selection === undefined) return plainAnswer(operation, request);
  const { status, response } = selection.scenario;
  const succeeded = status >= 200 && status < 300;
  const body =
    response === undefined || !succeeded
      ? response
      : projectIncludes(operation.includes, selection.asked, response);
  const told = { name: selection.scenario.name, matched: selection.matched };
  return { status, body, headers: sampleHeaders(operation, selection.scenario), scenario: told };
}

/** The same, with what it says is deprecated of a call. */
export function mockAnswerTo(
  operation: Operation,
  request: CaseRequest,
  call: Call,
): MockExpectation | undefined {
  const answer = mockAnswer(operation, request);
  return answer && { ...answer, deprecated: deprecatedIn(operation, call) };
}

/**
 * What the mock's engine says is deprecated: the operation by its id, and of the parameters that are sent the names. An
 * empty text is none to it.
 */
export function deprecatedIn({ deprecated, operationId, parameters }: Operation, { values }: Call): string[] {
  const sent = parameters.filter(
    (parameter) =>
      parameter.deprecated &&
      (parameter.in === "path" || parameter.in === "query") &&
      String(values.get(parameterKey(parameter)) ?? "") !== "",
  );
  return [...(deprecated ? [operationId] : []), ...sent.map(({ name }) => name)];
}

function plainAnswer(operation: Operation, { headers }: CaseRequest): MockExpectation | undefined {
  const answer = defaultAnswer(operation, headers["Accept"]);
  return answer && { ...answer, headers: sampleHeaders(operation, { name: "", status: answer.status }) };
}

/** The headers of the response of a scenario that the contract has a value for: one of its name before any other. */
export function sampleHeaders(
  operation: Operation,
  { name, status }: Pick<Scenario, "name" | "status">,
): Readonly<Record<string, string>> {
  const headers = documented(operation, status)?.headers ?? [];
  const found = headers.flatMap((header): [string, string][] => {
    const value = header.examples.get(name) ?? header.sample;
    const text = value === undefined ? undefined : serializedHeader(header, value, "any");
    return text === undefined ? [] : [[header.name.toLowerCase(), text]];
  });
  return Object.fromEntries(found);
}

/**
 * The statuses that the operation documents for success; where it documents none, the redirects that it does, as of an
 * operation that is there to lead elsewhere, and any success; where it documents errors alone, as of an operation that is
 * gone, those.
 */
export function successStatuses({ responses }: Operation): string[] {
  const statuses = responses.map(({ status }) => status);
  const documented = statuses.filter((status) => /^2/.test(status));
  if (documented.length > 0) return documented;
  const redirects = statuses.filter((status) => /^3/.test(status));
  const isOpen = redirects.length > 0 || statuses.length === 0 || statuses.includes("default");
  return isOpen ? [...redirects, "2XX"] : statuses;
}

function parsed(body: string | undefined): unknown {
  if (body === undefined) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
