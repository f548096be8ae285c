import { existsSync, readFileSync } from "node:fs";
import type { Case, Cause, Observation, ReadResponse } from "@workflow-api/conformance";
import {
  causeOfStatus,
  checkResponse,
  curlOf,
  type Flaw,
  flawOfResponse,
  NoResponse,
} from "@workflow-api/conformance";
import { displayedPath, type Identity } from "@workflow-api/conformance/reports";
import type { Contract } from "@workflow-api/contract";
import { essenceOf, readJson } from "@workflow-api/contract/http";
import { type CaseResult, type Evidence, type Location, placeText } from "../reports/report.ts";
import type { Run, SentRequest } from "../sending/session.ts";

/** What is wrong with a response, or why there is none. */
export interface EvaluatedFinding extends Identity {
  readonly cause: Cause;
  /** What was expected and what was received. */
  readonly message: string;
  /** The JSON Pointer of what is contradicted. */
  readonly pointer: string;
  readonly observed: readonly Observation[];
  /** Whether the request conformed when it was sent again. */
  readonly isIntermittent?: boolean;
}

/** The result of a case, or of the random requests of an operation. */
export interface EvaluatedResult extends Pick<CaseResult, "group" | "outcome" | "note"> {
  /** Of random requests the smallest that fails, or else the last. */
  readonly testCase: Case;
  readonly findings: readonly EvaluatedFinding[];
  /** `undefined`: it was not sent. */
  readonly sent?: SentRequest;
  /** In what respect the server accepts more than the contract says: it spells a value otherwise. */
  readonly spelling?: string;
}

/** The result of a case that was sent. */
export function evaluate(run: Run, sent: SentRequest): EvaluatedResult {
  const { testCase } = sent;
  const findings = findingsOf(sent);
  const result = { testCase, group: testCase.group, findings, sent };
  const spelling = testCase.broken?.spelling;
  const isLax = findings.every(({ name }) => name === "negative_data_rejection");
  if (spelling !== undefined && findings.length > 0 && isLax)
    return { ...result, findings: [], outcome: "passed", note: "", spelling };
  if (findings.length > 0) return { ...result, outcome: "failed", note: "" };
  const note = repeatedExample(run, sent) || missedExample(sent);
  return { ...result, outcome: note === "" ? "passed" : "inconclusive", note };
}

/** The invalid example of the contract that a response repeats. The empty string: none. */
function repeatedExample({ contract }: Run, { received, testCase }: SentRequest): string {
  const flaw = "status" in received ? flawOfResponse(testCase, received) : undefined;
  return flaw === undefined ? "" : `${flawSentence(contract, flaw)} The server sent it.`;
}

/** Why a conforming response is not that of the example. The empty string: it is. */
function missedExample({ testCase: { expected }, status }: SentRequest): string {
  const { scenario } = expected;
  if (scenario === undefined || scenario.status === status) return "";
  return "The server may lack the data of the example. If it has it, add --examples.";
}

/** In longer lines, such as that of a document on one line, a number of a line shows nothing. */
const longestLine = 300;

const longLines = new WeakMap<Contract, ReadonlySet<number>>();

/** The numbers of the lines of a contract that are too long to find anything in them. */
function longLinesOf(contract: Contract): ReadonlySet<number> {
  const known = longLines.get(contract);
  if (known !== undefined) return known;
  const text = existsSync(contract.file) ? readFileSync(contract.file, "utf8") : "";
  const numbers = text
    .split("\n")
    .flatMap((line, index) => (line.length > longestLine ? [index + 1] : []));
  const found = new Set(numbers);
  longLines.set(contract, found);
  return found;
}

/** The line of a part of the contract. */
export function locate(contract: Contract, pointer: string): Location {
  const { file, line } = contract.locate(pointer);
  const isLong = longLinesOf(contract).has(line);
  return { file: displayedPath(file), line, ...(isLong && { pointer }) };
}

/** What is wrong with an example of the contract, and its line. */
export function flawSentence(contract: Contract, { message, pointer }: Flaw): string {
  return `${message} See ${placeText(locate(contract, pointer))}.`;
}

/** What shows something: the first of these results, and the others. */
export function evidenceOf(run: Run, results: readonly EvaluatedResult[]): Evidence {
  const [title = "", ...others] = new Set(results.map(({ testCase }) => testCase.title));
  const [sent] = results.flatMap((result) => result.sent ?? []);
  return { title, others, curl: sent === undefined ? "" : commandOf(run, sent) };
}

/** The command that sends a request again, and decodes the response as this program did. */
function commandOf(run: Run, { received, testCase }: SentRequest): string {
  const { baseUrl, contract, headers } = run;
  // Several schemes may use one header: those of the operation come first.
  const schemes = [...(testCase.operation?.security.flat() ?? []), ...contract.securitySchemes];
  const isEncoded = "headers" in received && "content-encoding" in received.headers;
  const lines = [
    curlOf(baseUrl, testCase.request, schemes),
    ...(isEncoded ? ["--compressed"] : []),
    ...headers
      .filter(({ name }) => testCase.request.headers[name] === undefined)
      .map(({ displayed, name }) => `-H "${name}: ${displayed}"`),
  ];
  return lines.join(" \\\n  ");
}

/** What is wrong with a response, or why there is none. */
export function findingsOf({ received, testCase }: SentRequest): EvaluatedFinding[] {
  if (received instanceof NoResponse) return [missingResponse(testCase, received)];
  return checkResponse(testCase, received).map((finding) => ({
    ...finding,
    message: withoutEchoes(finding.message, received),
  }));
}

function missingResponse(testCase: Case, { failure, reason }: NoResponse): EvaluatedFinding {
  const { group, operation, part: tested, pointer, request } = testCase;
  const isUnreadable = request.body !== "" && "message" in readJson(request.body);
  const usual = group === "robustness" ? tested : "response";
  const part = isUnreadable ? "unreadable body" : usual;
  const operationId = operation?.operationId ?? "";
  const identity = { name: "no_response", operationId, part, keyword: failure };
  const message = `No response came: ${reason}.`;
  const cause = causeOfStatus(testCase, identity, failure);
  return { ...identity, cause, message, pointer, observed: [] };
}

const usualType = /^(application\/((vnd\.api|problem|hal)\+)?(json|xml)|text\/(html|plain|xml))$/;

/** A server may echo a secret, or a part of one, in a media type: only usual ones are quoted. */
function withoutEchoes(message: string, { headers }: ReadResponse): string {
  const type = essenceOf(headers["content-type"] ?? "");
  return type === "" || usualType.test(type) ? message : message.replaceAll(type, "another one");
}
