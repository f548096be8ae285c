import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import {
  askedPointers,
  type Contract,
  findOperation,
  isForm,
  isObject,
  type JsonValue,
  type MediaType,
  type Operation,
  parseParameter,
  projectIncludes,
  type Response,
} from "@workflow-api/contract";
import { withBody } from "../../src/body-wire.ts";
import type { Answer, CaseRequest } from "../../src/case.ts";
import { type Refusal, refusalsOf } from "../../src/compat/accepts-request.ts";
import { responseFor } from "../../src/mock-status.ts";
import { targetParts } from "../../src/target-parts.ts";
import { isKnown } from "./known-secrets.ts";

/** How a server departs from its contract. */
export interface Fault {
  /** Which refusals are overlooked. */
  readonly overlooks?: (refusal: Refusal, request: CaseRequest) => boolean;
  /** What is done to an answer on its way. `undefined`: the server hangs up. */
  readonly spoils?: (
    answer: Answer,
    request: CaseRequest,
    operation: Operation | undefined,
  ) => Answer | undefined;
}

interface RunningServer {
  readonly url: string;
  /** What came. */
  readonly requests: readonly CaseRequest[];
  readonly close: () => Promise<void>;
}

/** A server that keeps a contract, as its examples have it, but for a fault. */
export async function startContractServer(contract: Contract, fault: Fault = {}): Promise<RunningServer> {
  const requests: CaseRequest[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const request = await read(incoming);
    requests.push(request);
    const [answer, operation] = answerTo(contract, request, fault.overlooks ?? (() => false));
    const spoilt = fault.spoils === undefined ? answer : fault.spoils(answer, request, operation);
    if (spoilt === undefined) incoming.socket.destroy();
    else outgoing.writeHead(spoilt.status, spoilt.headers).end(spoilt.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function read(incoming: IncomingMessage): Promise<CaseRequest> {
  const { headers, method = "GET", url = "/" } = incoming;
  const body = await text(incoming);
  const { "content-type": type, ...rest } = headers;
  const typed = type === undefined ? {} : { "Content-Type": type };
  return {
    method,
    target: url,
    headers: {
      ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)])),
      ...typed,
    },
    body: body === "" ? undefined : body,
  };
}

const unknownSecret: Refusal = { reason: "The secret is not known.", part: "security" };

const bare = (status: number): Answer => ({ status, headers: {}, body: "" });

function answerTo(
  contract: Contract,
  request: CaseRequest,
  overlooks: NonNullable<Fault["overlooks"]>,
): [Answer, Operation | undefined] {
  const operation = findOperation(contract, request.method, targetParts(request.target).path)?.operation;
  const refusals = refusalsOf(contract, request);
  if (!isKnown(contract, request)) refusals.unshift(unknownSecret);
  const [refusal] = refusals.filter((each) => !overlooks(each, request));
  if (refusal?.part === "path") {
    const methods = methodsOf(contract, request);
    const answer = bare(methods.length > 0 ? 405 : 404);
    return [methods.length > 0 ? { ...answer, headers: { allow: methods.join(", ") } } : answer, undefined];
  }
  if (refusal !== undefined) return [refused(operation, refusal), operation];
  return [operation === undefined ? bare(200) : succeed(operation, request), operation];
}

function methodsOf(contract: Contract, { target }: CaseRequest): string[] {
  const { path } = targetParts(target);
  const methods = new Set(contract.operations.map(({ method }) => method));
  return [...methods].filter((method) => findOperation(contract, method, path) !== undefined);
}

function refused(operation: Operation | undefined, { part, reason }: Refusal): Answer {
  const status = part === "security" ? 401 : reason.includes("of the media type") ? 415 : 400;
  const response = operation && responseFor(operation, status);
  const [media] = response?.content ?? [];
  if (response === undefined || media === undefined) return bare(status);
  const [example] = media.examples.values();
  const body = JSON.stringify(example?.value ?? { title: "Refused" });
  return { status, headers: { ...headersOf(response), "content-type": media.mediaType }, body };
}

function succeed(operation: Operation, request: CaseRequest): Answer {
  const response = operation.responses.find(({ status }) => status.startsWith("2"));
  const headers = response === undefined ? {} : headersOf(response);
  const status = Number(response?.status ?? 200);
  const accept =
    Object.entries(request.headers).find(([name]) => name.toLowerCase() === "accept")?.[1] ?? "*/*";
  const media = response?.content.find(({ mediaType }) => accepts(accept, mediaType));
  if (media === undefined)
    return (response?.content.length ?? 0) > 0 ? bare(406) : { status, headers, body: "" };
  const value: JsonValue = [...media.examples.values()][0]?.value ?? null;
  const body = isObject(value)
    ? projectIncludes(operation.includes, asked(operation, request), value)
    : value;
  if (isForm(media.mediaType)) return formAnswer(media, status, headers, body);
  const sent = typeof body === "string" ? body : JSON.stringify(body);
  return { status, headers: { ...headers, "content-type": media.mediaType }, body: sent };
}

function headersOf({ headers }: Response): Answer["headers"] {
  return Object.fromEntries(headers.map(({ name, sample }) => [name.toLowerCase(), String(sample ?? "x")]));
}

function formAnswer(media: MediaType, status: number, others: Answer["headers"], value: JsonValue): Answer {
  const { body = "", headers } = withBody(media, value);
  return { status, headers: { ...others, "content-type": headers["Content-Type"] ?? media.mediaType }, body };
}

function asked({ includes }: Operation, { target }: CaseRequest): string[] {
  return askedPointers(includes, (parameter) => parseParameter(parameter, targetParts(target).query));
}

function accepts(accept: string, mediaType: string): boolean {
  const ranges = accept.split(",").map((range) => range.split(";").map((part) => part.trim()));
  const isWanted = ([range = "", ...parameters]: readonly string[]): boolean =>
    !parameters.includes("q=0") &&
    (range === "*/*" || range === mediaType || range === `${mediaType.split("/")[0]}/*`);
  return ranges.some(isWanted);
}
