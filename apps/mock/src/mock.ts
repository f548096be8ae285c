import {
  askedIncludes,
  type Contract,
  createRedactor,
  type HttpRequest,
  identify,
  type JudgedRequest,
  judgeResponse,
  type Operation,
  type Redactor,
  type Response,
  responseFor,
  type Violation,
} from "@workflow-api/contract";
import { type GivenResponse, type MockAnswer, type Why, whyOf } from "./answer.ts";
import {
  type Choice,
  choosePreferred,
  chooseRefusal,
  chooseScenario,
  negotiateMedia,
  preferenceNotes,
} from "./choose.ts";
import { type Controls, createControls } from "./controls.ts";
import { challengeOf, judgeCredentials } from "./credentials.ts";
import { createEngine, type Engine, headerText } from "./engine.ts";
import { createJournal, type Journal } from "./journal.ts";
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

/** A mock of the service that a contract describes: requests in, answers out, and no socket. */
export interface Mock {
  readonly contract: Contract;
  readonly controls: Controls;
  readonly journal: Journal;
  /** Answers a request, whatever it is. A delay that was asked for has passed then. */
  answer(request: HttpRequest): Promise<MockAnswer>;
}

/** What a mock takes over from one before it, whose contract has changed. */
export type MockParts = Partial<Pick<Mock, "controls" | "journal">>;

/** What answers are made with. */
interface Context {
  readonly contract: Contract;
  readonly controls: Controls;
  readonly engine: Engine;
  readonly redactor: Redactor;
}

/** Creates a mock of a contract. Prism is loaded when the first answer needs it. */
export function createMock(contract: Contract, parts: MockParts = {}): Mock {
  const { controls = createControls(() => contract) } = parts;
  const { journal = createJournal(() => contract) } = parts;
  const engine = createEngine(contract);
  const context = { contract, controls, engine, redactor: createRedactor(contract) };
  const known = new Map<string, MockAnswer | undefined>();
  const keyOf = createKey(contract);
  if (parts.journal === undefined) controls.onReset(journal.clear);
  return {
    contract,
    controls,
    journal,
    async answer(request) {
      const started = performance.now();
      // The same request gets the same answer, unless it asks for another one or a sequence waits.
      const isPlain = controls.isIdle() && request.headers["prefer"] === undefined;
      const key = isPlain && request.body.length <= longestKnown ? keyOf(request) : "";
      const remembered = known.get(key);
      const answered = remembered ?? (await respond(context, request).catch(failedAnswer));
      if (key !== "" && remembered === undefined) {
        if (known.size >= mostKnown) known.clear();
        // The answer is kept from the second time on: most requests that differ come once.
        known.set(key, known.has(key) ? answered : undefined);
      }
      const answer = await control(controls, answered);
      journal.record(request, answer, started);
      return answer;
    },
  };
}

/** So many answers are remembered, of requests whose body has up to so many characters. */
const mostKnown = 1000;
const longestKnown = 4000;

/**
 * What of a request decides its answer, as one text: of its headers parameters, credentials and
 * what describes content.
 */
function createKey({ operations, securitySchemes }: Contract): (request: HttpRequest) => string {
  const parameters = operations.flatMap((operation) =>
    operation.parameters.filter((each) => each.in === "header"),
  );
  const deciding = [
    ...parameters.map(({ name }) => name),
    ...securitySchemes.map(({ header }) => header),
  ];
  const names = new Set(["accept", "content-type", ...deciding.map((name) => name.toLowerCase())]);
  return ({ body, headers, method, target }) => {
    let head = `${method} ${target}`;
    for (const name of names) head += headers[name] === undefined ? "\n" : `\n:${headers[name]}`;
    return `${head}\n${body}`;
  };
}

/** Read, route, judge, choose, answer by Prism, prune. */
async function respond(
  context: Context,
  request: HttpRequest,
  method: string = request.method,
): Promise<MockAnswer> {
  if (method === "HEAD") return withoutBody(await respond(context, request, "GET"));
  const { contract, controls, redactor } = context;
  const path = readPath(request.target);
  if (path === undefined) return reject(undefined, unreadableTarget);
  const judged = contract.judge({ ...request, method });
  const { methods, operation } = judged;
  if (operation === undefined) return unroutedAnswer(context, request, path, methods);
  const rejected = judgeCredentials(operation, request.headers, judged.unauthenticated);
  const refused = refusalOf(operation, rejected, judged.violations);
  if (refused !== undefined) {
    const own = reject(operation, refused, judged, redactor);
    const documented = chooseRefusal(operation, refused);
    return documented === undefined || fits(documented, own)
      ? own
      : answerChoice(context, operation, request, judged, documented);
  }
  const preferred = choosePreferred(operation, request.headers["prefer"]);
  if (preferred !== undefined && "status" in preferred) return reject(operation, preferred);
  if (preferred !== undefined) return answerChoice(context, operation, request, judged, preferred);
  const queued = controls.next(operation);
  if (queued !== undefined && !("values" in queued)) return givenAnswer(operation, judged, queued);
  return answerChoice(
    context,
    operation,
    request,
    judged,
    chooseScenario(operation, judged, queued),
  );
}

/** Whether the contract documents a form of a refusal, and no example of it, that this one has. */
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

/** What leads to no operation: the methods of a path are told, and it may document its own 405. */
async function unroutedAnswer(
  context: Context,
  request: HttpRequest,
  path: string,
  methods: readonly string[],
): Promise<MockAnswer> {
  const { contract, redactor } = context;
  if (methods.length > 0 && request.method === "OPTIONS") {
    const headers = { allow: allowOf(methods) };
    return { status: 204, headers, body: "", why: whyOf("options"), dropped: false };
  }
  const rejected = unrouted(contract, request, redactor.target(path), methods);
  const [method = ""] = methods;
  const judged = contract.judge({ ...request, method });
  const { operation } = judged;
  const documented = operation && chooseRefusal(operation, rejected);
  if (operation === undefined || documented === undefined || documented.response.status !== 405)
    return reject(undefined, rejected);
  const answer = await answerChoice(context, operation, request, judged, documented);
  return { ...answer, headers: { ...answer.headers, allow: allowOf(methods) } };
}

/** A response that somebody wrote is sent as it is; where it breaks the contract, a note says so. */
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
  const told = broken.map(({ message, part, pointer }) => ({
    part: `response ${part}${pointer}`,
    message,
  }));
  const why = whyOf("queued", {
    operation: operation.operationId,
    notes: [...judged.notes, ...told],
  });
  return { ...response, headers: { ...response.headers, ...whyHeaders(why) }, why, dropped: false };
}

function refusalOf(
  operation: Operation,
  rejected: readonly Violation[],
  violations: readonly Violation[],
): Rejection | undefined {
  if (rejected.length > 0) return unauthenticated(rejected, challengeOf(operation));
  // A pattern says least to people: it is told where nothing else is.
  const told = violations.filter(
    (one) =>
      one.keyword !== "pattern" ||
      !violations.some((other) => other !== one && isSamePlace(one, other)),
  );
  return told.length > 0 ? invalid(told) : undefined;
}

function isSamePlace(one: Violation, other: Violation): boolean {
  return one.part === other.part && one.pointer === other.pointer;
}

/**
 * The path of a request target in origin form. `undefined`: it is in another form, or no
 * percent-encoded UTF-8.
 */
function readPath(target: string): string | undefined {
  if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(target)) return undefined;
  const [path = ""] = target.split(/[?#]/, 1);
  try {
    decodeURIComponent(target);
    return path;
  } catch {
    return undefined;
  }
}

const unreadableTarget = rejection(
  [400, "request-target", "The request target cannot be read"],
  "path",
  "must begin with one slash, such as /path?query, in percent-encoded UTF-8: é is %C3%A9, and a literal % is %25",
);

async function answerChoice(
  { engine }: Context,
  operation: Operation,
  { headers: { accept, prefer } }: HttpRequest,
  judged: JudgedRequest,
  { response, example, dynamic, why: chosen }: Choice,
): Promise<MockAnswer> {
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
  const why: Why = { ...chosen, notes: [...judged.notes, ...preferenceNotes(prefer), ...notes] };
  const challenge = status === 401 ? { "www-authenticate": challengeOf(operation) } : {};
  const headers = {
    ...made,
    ...scenarioHeaders(response, why.scenario),
    ...whyHeaders(why),
    ...challenge,
  };
  return { status, headers, body: sent, why, dropped: false };
}

/** Of the examples of a header Prism takes the first, whatever the scenario is. */
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

/** An answer that tells a problem. */
export function problemAnswer(problem: Problem, why: Why): MockAnswer {
  const response = problemResponse(problem);
  return { ...response, headers: { ...response.headers, ...whyHeaders(why) }, why, dropped: false };
}

function failedAnswer(error: unknown): MockAnswer {
  const detail = `Prism cannot make this answer: ${error instanceof Error ? error.message : String(error)}`;
  const title = "The answer cannot be made";
  return problemAnswer({ status: 500, code: "engine", title, detail }, whyOf("refused"));
}

/** Delays and failures that were asked for. */
async function control(controls: Controls, answer: MockAnswer): Promise<MockAnswer> {
  const { delay, failure } = controls.decide(answer.why.operation);
  if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
  if (failure === undefined) return answer;
  const why: Why = { ...answer.why, reason: "failed" };
  if (failure === "drop") return { ...answer, why, dropped: true };
  return problemAnswer({ ...askedFailure, status: failure }, why);
}

const askedFailure: Omit<Problem, "status"> = {
  code: "asked-failure",
  title: "A failure that was asked for",
  detail:
    "The mock was told to fail, by --fail or at /__mock/. This says nothing about the request.",
};
