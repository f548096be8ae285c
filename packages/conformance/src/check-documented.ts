import type { MediaType, Operation, Response, Violation } from "@workflow-api/contract";
import { readAnswerBody } from "./answer-body.ts";
import type { Answer } from "./case.ts";
import { checkText } from "./check-text.ts";
import type { Finding } from "./finding.ts";
import { mediaFor } from "./media-for.ts";
import { responseFor } from "./mock-status.ts";
import { whyInvalid } from "./why-invalid.ts";
import { readsAsValid } from "./wire.ts";

/**
 * Holds an answer against the response that the operation documents for its status, if it documents one.
 * @param as Of a `mock` what the contract has no example of is not judged: its engine makes that up, and need not be
 * right (a text of a pattern, a list that is to contain something).
 */
export function checkDocumented(
  operation: Operation,
  answer: Answer,
  as: "service" | "mock" = "service",
): Finding[] {
  const response = responseFor(operation, answer.status);
  // A status that only `default` covers may be the server's own (a 404 of its router), which is not the operation's.
  if (response === undefined) return [];
  const content =
    operation.method === "HEAD" ? checkHead(response, answer) : checkContent(response, answer, as);
  return [...checkHeaders(response, answer, as), ...content];
}

/** The answer to a HEAD is that of a GET without the body, and may leave out what describes the body (RFC 9110, 9.3.2). */
function checkHead({ content, pointer, status }: Response, { body, headers }: Answer): Finding[] {
  if (body !== "") {
    const message = `The answer to a HEAD has no body, but one came with ${status}.`;
    return [{ name: "response_schema_conformance", message, pointer }];
  }
  const came = headers["content-type"];
  return came === undefined || content.length === 0 || mediaFor(content, came) !== undefined
    ? []
    : [wrongType(content, came, pointer)];
}

/** The representation that an operation documents for a status and the Content-Type that came. */
export function documentedMedia(operation: Operation, status: number, came: string): MediaType | undefined {
  return mediaFor(responseFor(operation, status)?.content ?? [], came);
}

function wrongType(content: readonly MediaType[], came: string, pointer: string): Finding {
  const wanted = content.map(({ mediaType }) => mediaType).join(" or ");
  return {
    name: "content_type_conformance",
    message: `${wanted} was expected, ${came} came.`,
    pointer: `${pointer}/content`,
  };
}

function checkContent(response: Response, answer: Answer, as: "service" | "mock"): Finding[] {
  const { content, pointer } = response;
  if (content.length === 0) {
    if (answer.body === "") return [];
    const message = `${response.status} has no body in the contract, but one came.`;
    return [{ name: "response_schema_conformance", message, pointer }];
  }
  const came = answer.headers["content-type"];
  const media = came === undefined ? undefined : mediaFor(content, came);
  if (media === undefined) return [wrongType(content, came ?? "no Content-Type", pointer)];
  const isMadeUp = as === "mock" && media.shown.length === 0;
  const text = checkText(media, answer);
  return isMadeUp ? text : [...text, ...checkSchema(media, came ?? "", answer.body)];
}

function checkSchema(media: MediaType, contentType: string, body: string): Finding[] {
  const read = readAnswerBody(media, contentType, body);
  const name = "response_schema_conformance";
  if (read === undefined) return [];
  if ("unreadable" in read)
    return [{ name, message: `The body ${read.unreadable}.`, pointer: media.pointer }];
  const violations = leastViolated(read.readings.map(media.validate));
  return violations
    .filter(({ isAside }) => isAside !== true)
    .map(({ message, pointer, keyword }) => ({
      name,
      message: `The body at ${pointer === "" ? "its root" : pointer} ${message} (${keyword}).`,
      pointer: media.pointer,
    }));
}

/** What is wrong with the reading that fits best: one without violations, else one of the right type. */
function leastViolated(readings: readonly (readonly Violation[])[]): readonly Violation[] {
  const isOfType = (violations: readonly Violation[]): boolean =>
    !violations.some(({ keyword, pointer }) => keyword === "type" && pointer === "");
  return readings.find(({ length }) => length === 0) ?? readings.find(isOfType) ?? readings[0] ?? [];
}

function checkHeaders({ headers, status }: Response, answer: Answer, as: "service" | "mock"): Finding[] {
  return headers.flatMap((header): Finding[] => {
    const value = answer.headers[header.name.toLowerCase()];
    const pointer = header.parameterPointer;
    const isMadeUp = as === "mock" && header.sample === undefined && header.examples.size === 0;
    if (isMadeUp || header.name.toLowerCase() === "content-type") return [];
    if (value === undefined) {
      const message = `${status} comes with the header ${header.name}, which is missing.`;
      return header.required ? [{ name: "response_headers_conformance", message, pointer }] : [];
    }
    if (readsAsValid(header, value)) return [];
    const message = `The header ${header.name} is not valid${whyInvalid(header, value)}.`;
    return [{ name: "response_headers_conformance", message, pointer }];
  });
}
