import {
  askedIncludes,
  type Contract,
  type HttpRequest,
  type HttpResponse,
  identify,
  type JudgedRequest,
  judgeResponse,
  type Operation,
  type Redactor,
  type Response,
  requestTarget,
  responseFor,
  type Violation,
} from "@workflow-api/contract";
import { type GivenResponse, type MockAnswer, type Why, whyOf } from "./answer.ts";
import { type Choice, chooseRefusal, chooseScenario, negotiateMedia } from "./choose.ts";
import type { Controls } from "./controls.ts";
import { challengeOf, judgeCredentials } from "./credentials.ts";
import { type Engine, headerText } from "./engine.ts";
import { choosePreferred, preferenceNotes } from "./prefer.ts";
import {
  allowOf,
  invalid,
  type Problem,
  problemResponse,
  type Rejection,
  rejection,
  rejectionProblem,
  unauthenticated,
  unrouted,
  violationsText,
} from "./problem.ts";

/** Everything that responses are made from. */
export interface Context {
  readonly contract: Contract;
  readonly controls: Controls;
  readonly engine: Engine;
  readonly redactor: Redactor;
}

/**
 * Responds to a request: reads, routes and validates it, chooses a response, has Prism make it, and
 * prunes it.
 *
 * @param method - The method to answer for, where it is not that of the request.
 */
export async function respond(
  context: Context,
  request: HttpRequest,
  method: string = request.method,
): Promise<MockAnswer> {
  if (method === "HEAD") return withoutBody(await respond(context, request, "GET"));
  const { contract } = context;
  if (!isReadable(request)) return reject(undefined, unreadableTarget);
  const judged = contract.judge({ ...request, method });
  const { methods, operation } = judged;
  if (operation === undefined) return unroutedAnswer(context, request, methods);
  return respondTo({ ...context, operation, request, judged });
}

/** A request to an operation, and everything that its response is made from. */
interface Call extends Context {
  readonly operation: Operation;
  readonly request: HttpRequest;
  readonly judged: JudgedRequest;
}

async function respondTo(call: Call): Promise<MockAnswer> {
  const { controls, judged, operation, request } = call;
  const refused = refusalOf(call);
  if (refused !== undefined) return refuse(call, refused);
  const preferred = choosePreferred(operation, request.headers["prefer"]);
  if (preferred !== undefined)
    return "status" in preferred ? reject(operation, preferred) : answerChoice(call, preferred);
  const queued = controls.next(operation);
  if (queued !== undefined && !("values" in queued)) return givenAnswer(operation, judged, queued);
  return answerChoice(call, chooseScenario(operation, judged, queued));
}

/** The documented refusal, or else the mock's own. */
async function refuse(call: Call, refused: Rejection): Promise<MockAnswer> {
  const documented = chooseRefusal(call.operation, refused);
  const status = typeof documented === "number" ? documented : refused.status;
  const own = reject(call.operation, { ...refused, status }, call.judged, call.redactor);
  return typeof documented === "number" || fits(documented, own)
    ? own
    : answerChoice(call, documented);
}

/** Whether the mock's own refusal has the documented form, which has no example. */
function fits({ response }: Choice, { body, headers }: MockAnswer): boolean {
  const mediaType = headers["content-type"];
  const media = response.content.find((each) => each.mediaType === mediaType);
  return media?.examples.length === 0 && media.shape.violations(JSON.parse(body)).length === 0;
}

/** A HEAD has the headers of a GET (RFC 9110, 9.3.2). */
function withoutBody(answer: MockAnswer): MockAnswer {
  const length = String(new TextEncoder().encode(answer.body).length);
  return { ...answer, headers: { ...answer.headers, "content-length": length }, body: "" };
}

/** No operation has the method and path. The path may document a 405 of its own. */
async function unroutedAnswer(
  context: Context,
  request: HttpRequest,
  methods: readonly string[],
): Promise<MockAnswer> {
  const { contract, redactor } = context;
  const allow = allowOf(methods);
  if (methods.length > 0 && request.method === "OPTIONS")
    return answerOf({ status: 204, headers: { allow }, body: "" }, whyOf("options"));
  const rejected = unrouted(contract, request, redactor.target(request.path), methods);
  for (const method of methods) {
    const judged = contract.judge({ ...request, method });
    const { operation } = judged;
    const documented = operation && chooseRefusal(operation, rejected);
    if (operation === undefined || typeof documented !== "object") continue;
    if (documented.response.status !== 405) continue;
    const answer = await answerChoice({ ...context, operation, request, judged }, documented);
    return { ...answer, headers: { ...answer.headers, allow } };
  }
  return reject(undefined, rejected);
}

/** A queued response is sent as it was given, with a note where it contradicts the contract. */
function givenAnswer(
  operation: Operation,
  judged: JudgedRequest,
  { body, headers = {}, status }: GivenResponse,
): MockAnswer {
  const own = Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text] as const);
  const mediaType = responseFor(operation, status)?.content[0]?.mediaType ?? "application/json";
  const response = {
    status,
    headers: {
      ...(body !== undefined && { "content-type": mediaType }),
      ...Object.fromEntries(own),
    },
    body: body === undefined ? "" : JSON.stringify(body),
  };
  const broken = judgeResponse(operation, response, judged.values);
  const contradictions = broken.map(({ message, part, pointer }) => ({
    part: `response ${part}${pointer}`,
    message,
  }));
  const why = whyOf("queued", {
    operation: operation.operationId,
    notes: [...judged.notes, ...contradictions],
  });
  return answerOf(response, why);
}

function refusalOf({ judged, operation, request }: Call): Rejection | undefined {
  const { unauthenticated: missing, violations } = judged;
  const rejected = judgeCredentials(operation, request.headers, missing);
  if (rejected.length > 0) return unauthenticated(rejected, challengeOf(operation));
  // A pattern is the least readable reason: report it only where there is no other.
  const reported = violations.filter(
    (one) =>
      one.keyword !== "pattern" ||
      !violations.some((other) => other !== one && isSamePlace(one, other)),
  );
  return reported.length > 0 ? invalid(reported) : undefined;
}

function isSamePlace(one: Violation, other: Violation): boolean {
  return one.part === other.part && one.pointer === other.pointer;
}

/** Whether a request target is in origin form, and percent-encoded UTF-8. */
function isReadable(request: HttpRequest): boolean {
  const target = requestTarget(request);
  if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(target)) return false;
  try {
    decodeURIComponent(target);
    return true;
  } catch {
    return false;
  }
}

const unreadableTarget = rejection(
  [400, "request-target", "The request target cannot be read"],
  "path",
  "must begin with one slash, such as /path?query, in percent-encoded UTF-8: " +
    "é is %C3%A9, and a literal % is %25",
);

async function answerChoice(
  { engine, judged, operation, request }: Call,
  { response, example, dynamic, why: chosen }: Choice,
): Promise<MockAnswer> {
  const { accept, prefer } = request.headers;
  const { values } = judged;
  const mediaType = negotiateMedia(operation, response, example, accept);
  if (typeof mediaType === "object") return reject(operation, mediaType);
  const { status } = response;
  const asked = askedIncludes(operation, values);
  const {
    body,
    headers: made,
    notes,
    value,
  } = await engine.answer(operation, { status, mediaType, example, dynamic }, asked);
  const isIdentified = response.isSuccess && value !== undefined;
  const identified = isIdentified ? identify(operation, values, value) : value;
  const sent = identified === value ? body : JSON.stringify(identified);
  const ignored = [...judged.notes, ...chosen.notes, ...preferenceNotes(prefer)];
  const why: Why = { ...chosen, notes: [...ignored, ...notes] };
  const challenge = status === 401 ? { "www-authenticate": challengeOf(operation) } : {};
  const headers = { ...made, ...scenarioHeaders(response, why.scenario), ...challenge };
  return answerOf({ status, headers, body: sent }, why);
}

/** Prism takes the first example of a header, whatever the scenario is. */
function scenarioHeaders({ headers }: Response, scenario = ""): Record<string, string> {
  const own = headers.filter(({ examples }) => examples.has(scenario));
  return Object.fromEntries(
    own.map(({ examples, name }) => [
      name.toLowerCase(),
      headerText(String(examples.get(scenario))),
    ]),
  );
}

function whyHeaders({ nearest, notes, reason, scenario, violations }: Why): Record<string, string> {
  return {
    ...(scenario !== undefined &&
      reason !== "refused" && {
        "mock-scenario": headerText([scenario, reason, nearest].filter(Boolean).join("; ")),
      }),
    ...(violations.length > 0 && { "mock-refusal": headerText(violationsText(violations)) }),
    ...(notes.length > 0 && { "mock-note": headerText(violationsText(notes)) }),
  };
}

function reject(
  operation: Operation | undefined,
  rejected: Rejection,
  read?: JudgedRequest,
  redactor?: Redactor,
): MockAnswer {
  const { violations } = rejected;
  const why = whyOf("refused", {
    operation: operation?.operationId,
    violations,
    notes: read?.notes ?? [],
  });
  return problemAnswer(rejectionProblem(rejected, read, redactor), why);
}

/** A response that reports a problem. */
export function problemAnswer(problem: Problem, why: Why): MockAnswer {
  return answerOf(problemResponse(problem), why);
}

function answerOf(response: HttpResponse, why: Why): MockAnswer {
  return { ...response, headers: { ...response.headers, ...whyHeaders(why) }, why, dropped: false };
}
