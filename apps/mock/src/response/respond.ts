import {
  askedIncludes,
  type Contract,
  type HttpRequest,
  type JudgedRequest,
  judgeResponse,
  type Note,
  type OmittedOperation,
  type Operation,
  pruneIncludes,
  type Redactor,
  type Shape,
} from "@workflow-api/contract";
import { requestTarget, responseFor } from "@workflow-api/contract/http";
import type { Controls } from "../controls/controls.ts";
import { type Choice, chooseRefusal, chooseScenario } from "../request/choice.ts";
import { challengeOf, judgeCredentials } from "../request/credentials.ts";
import { negotiateMedia } from "../request/media-type.ts";
import { type OtherFields, withOtherFields } from "../request/open-question.ts";
import {
  choosePreferred,
  chooseQueued,
  preferenceNotes,
  readPrefer,
  unmet,
} from "../request/preference.ts";
import {
  invalid,
  problemResponse,
  type Rejection,
  rejection,
  rejectionProblem,
  unauthenticated,
  withoutPatterns,
} from "../request/problem.ts";
import { allowOf, reasonOmitted, unrouted } from "../request/unrouted.ts";
import type { CustomResponse } from "./explanation.ts";
import type { GeneratedResponse, Generator } from "./generator.ts";
import { sendable } from "./headers.ts";
import { type BodyTemplate, bodyTemplate, fixedBody, identitiesOf } from "./identity.ts";
import {
  explanationHeaders,
  ofResponse,
  type ResponseTemplate,
  templateOf,
  withoutBody,
} from "./response-template.ts";

/** Everything that responses are made from. */
export interface Context {
  readonly contract: Contract;
  readonly controls: Controls;
  readonly generator: Generator;
  readonly redactor: Redactor;
  /** Whether bodies of scenarios are generated at random. */
  readonly isDynamic: boolean;
}

/**
 * Responds to a request: reads, routes and validates it, chooses a response, has it made, and
 * prunes it.
 *
 * @param method - The method to respond for, where it is not that of the request.
 */
export async function respond(
  context: Context,
  request: HttpRequest,
  method: string = request.method,
): Promise<ResponseTemplate> {
  if (method === "HEAD") return withoutBody(await respond(context, request, "GET"));
  if (method === "OPTIONS" && request.path === "*") return methodsOf(context.contract.operations);
  if (!isReadable(request)) return reject(undefined, unreadableTarget);
  const judged = context.contract.judge({ ...request, method });
  const { methods, omitted, operation } = judged;
  if (omitted !== undefined) return respondOmitted(omitted);
  if (operation === undefined) return respondUnrouted(context, request, methods);
  return respondTo({ ...context, operation, request, judged });
}

/** A request to an operation, and everything that its response is made from. */
interface RoutedRequest extends Context {
  readonly operation: Operation;
  readonly request: HttpRequest;
  readonly judged: JudgedRequest;
}

function respondTo(routed: RoutedRequest): Promise<ResponseTemplate> | ResponseTemplate {
  const { controls, isDynamic, judged, operation, request } = routed;
  const refused = refusalOf(routed);
  if (refused !== undefined) return refuse(routed, refused);
  const preference = readPrefer(request.headers["prefer"]);
  const preferred =
    typeof preference === "object" ? choosePreferred(routed, preference) : preference;
  if (typeof preferred === "string") return reject(operation, unmet(preferred));
  if (preferred !== undefined) return respondBy(routed, preferred);
  const queued = controls.next(operation);
  if (typeof queued === "object") return respondCustom(operation, judged, queued);
  const choice = queued === undefined ? "" : chooseQueued(routed, queued);
  if (typeof choice === "object") return respondBy(routed, choice);
  const scenario = chooseScenario(operation, judged);
  return respondBy(routed, isDynamic ? { ...scenario, preference: { dynamic: true } } : scenario);
}

/** The documented refusal, or else the mock's own. */
function refuse(
  routed: RoutedRequest,
  refused: Rejection,
): Promise<ResponseTemplate> | ResponseTemplate {
  const documented = chooseRefusal(routed.operation, refused);
  return documented === undefined
    ? reject(routed.operation, refused, routed.judged, routed.redactor)
    : respondBy(routed, documented);
}

function methodsOf(operations: readonly Operation[]): ResponseTemplate {
  const methods = new Set(operations.map(({ method }) => method));
  return templateOf(
    { status: 204, headers: { allow: allowOf([...methods]) }, body: "" },
    "options",
  );
}

/** The contract describes the operation by something that is not supported. */
function respondOmitted(omitted: OmittedOperation): ResponseTemplate {
  const { operationId } = omitted;
  const detail = `${operationId} is omitted: ${reasonOmitted(omitted)}.`;
  const title = "The operation is not supported";
  const response = problemResponse({ status: 501, code: "omitted", title, detail });
  const violation = { part: "operation", pointer: "", keyword: "omitted", message: detail };
  return templateOf(response, "omitted", { operation: operationId, violations: [violation] });
}

/** No operation has the method and path. */
function respondUnrouted(
  { contract, redactor }: Context,
  request: HttpRequest,
  methods: readonly string[],
): ResponseTemplate {
  if (methods.length > 0 && request.method === "OPTIONS")
    return templateOf({ status: 204, headers: { allow: allowOf(methods) }, body: "" }, "options");
  return reject(undefined, unrouted(contract, request, redactor.target(request.path), methods));
}

/** A queued response is sent as it was given, with a note where it contradicts the contract. */
function respondCustom(
  operation: Operation,
  judged: JudgedRequest,
  { body, headers = {}, status }: CustomResponse,
): ResponseTemplate {
  const mediaType = responseFor(operation, status)?.content[0]?.mediaType ?? "application/json";
  const given = sendable(headers);
  const response = {
    status,
    headers: { ...(body !== undefined && { "content-type": mediaType }), ...given.headers },
    body: body === undefined ? "" : JSON.stringify(body),
  };
  const broken = judgeResponse(operation, response, judged.values).violations.map(ofResponse);
  const contradictions = broken.map(({ message, part, pointer }) => ({
    part: part + pointer,
    message,
  }));
  const notes = [...judged.notes, ...given.notes, ...contradictions];
  return templateOf(response, "queued", { operation: operation.operationId, notes });
}

function refusalOf({ contract, judged, operation, request }: RoutedRequest): Rejection | undefined {
  const { violations } = judged;
  const rejected = judgeCredentials(contract, operation, request, judged);
  if (rejected.length > 0) return unauthenticated(rejected, challengeOf(operation));
  const reported = withoutPatterns(violations);
  return reported.length > 0 ? invalid(reported) : undefined;
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

async function respondBy(routed: RoutedRequest, choice: Choice): Promise<ResponseTemplate> {
  const { generator, judged, operation, request } = routed;
  const { accept, prefer } = request.headers;
  const mediaType = negotiateMedia(operation, choice, accept);
  if (typeof mediaType === "object") return await refuse(routed, mediaType);
  const { explanation, preference, response, status } = choice;
  const scenario = preference === undefined ? explanation.scenario : undefined;
  const spec = { response, status, mediaType, scenario, preference };
  const generated = await generator.make(operation, spec);
  const media = response.content.find((each) => each.mediaType === mediaType);
  const { body, notes } = bodyFor(routed, choice, media?.shape, generated);
  // Of a value that is a mistake, that is enough to say.
  const mistaken = new Set(judged.notes.map(({ part }) => part));
  const ofChoice = explanation.notes.filter(({ part }) => !mistaken.has(part));
  const explained = {
    ...explanation,
    scenario: scenario ?? "generated",
    notes: [...judged.notes, ...ofChoice, ...preferenceNotes(prefer), ...generated.notes, ...notes],
  };
  const challenge = status === 401 ? { "www-authenticate": challengeOf(operation) } : {};
  const headers = { ...generated.headers, ...challenge, ...explanationHeaders(explained) };
  return { status, headers, body, values: judged.values, explanation: explained };
}

/**
 * The body of a response: without what was not asked for, with other fields if a question asks for
 * them, and with a hole for each id.
 */
function bodyFor(
  { judged, operation }: RoutedRequest,
  { otherwise, response }: Choice,
  shape: Shape | undefined,
  { text, value }: GeneratedResponse,
): { readonly body: BodyTemplate; readonly notes: readonly Note[] } {
  if (value === undefined || shape === undefined) return { body: fixedBody(text), notes: [] };
  const { isSuccess } = response;
  const asked = askedIncludes(operation, judged.values);
  const pruned = isSuccess ? pruneIncludes(operation, asked, value) : value;
  const body = otherwise === undefined ? pruned : withOtherFields(otherwise, shape, pruned);
  const identities = isSuccess ? identitiesOf(operation, judged.values, body, shape) : [];
  const notes = otherwise === undefined ? [] : [otherwiseNote(otherwise)];
  return {
    body: bodyTemplate(body, identities),
    notes: [...notes, ...identities.flatMap(({ note }) => note ?? [])],
  };
}

function otherwiseNote({ answer, question }: OtherFields): Note {
  const message = `answers the open question ${question.id}: its fields are ${answer}`;
  return { part: "response body", message };
}

function reject(
  operation: Operation | undefined,
  rejected: Rejection,
  read?: JudgedRequest,
  redactor?: Redactor,
): ResponseTemplate {
  const { violations } = rejected;
  const parts = { operation: operation?.operationId, violations, notes: read?.notes ?? [] };
  const response = problemResponse(rejectionProblem(rejected, read, redactor));
  return templateOf(response, "refused", parts);
}
