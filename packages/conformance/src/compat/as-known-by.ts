import { type Contract, type MediaType, type Operation, parameterKey } from "@workflow-api/contract";
import type { AnswerCase } from "../answer-case.ts";
import type { Broken, Case, CaseRequest } from "../case.ts";
import { mediaFor } from "../media-for.ts";
import { responseFor } from "../mock-status.ts";
import { type BodyText, bodyWithout } from "./body-text.ts";
import { withoutLost } from "./lost-members.ts";
import { counterpartOf, counterpartOfParameter } from "./places.ts";
import { shapeOf } from "./shape.ts";
import { withValue } from "./with-value.ts";

// What a contract does not have it lets pass, whatever it is. So of what another contract refuses only that is held
// against a contract that it has too: then it is its schema that lets the rest pass, and no want of one.

/** A malformed request of another contract, without what a contract does not have; `undefined` if nothing is left of it. */
export function requestAsKnownBy(by: Contract, other: Contract, one: Case): Case | undefined {
  const { broken, expected, operation, request } = one;
  const counterpart = operation && counterpartOf(operation, by);
  if (expected.verdict !== "malformed" || operation === undefined || counterpart === undefined)
    return undefined;
  // What is missing is missing in a request of the contract's own, too.
  if (broken?.value === undefined || ["mediaType", "syntax"].includes(broken.keyword)) return undefined;
  const known =
    broken.part === "body"
      ? bodyAsKnownBy(by, other, operation, counterpart, request)
      : parameterAsKnownBy(by, other, operation, counterpart, request, broken);
  return known && { ...one, request: known };
}

function bodyAsKnownBy(
  by: Contract,
  other: Contract,
  operation: Operation,
  counterpart: Operation,
  request: CaseRequest,
): CaseRequest | undefined {
  const type = request.headers["Content-Type"] ?? "";
  const [theirs, own] = [operation, counterpart].map(({ requestBody }) =>
    mediaOf(requestBody?.content, type),
  );
  if (theirs === undefined || own === undefined || request.body === undefined) return undefined;
  const sent = { contentType: type, text: request.body };
  const { contentType, text } = bodyWithoutLost([other, theirs], [by, own], sent) ?? {
    contentType: "",
    text: "",
  };
  return text === ""
    ? undefined
    : { ...request, headers: { ...request.headers, "Content-Type": contentType }, body: text };
}

function parameterAsKnownBy(
  by: Contract,
  other: Contract,
  operation: Operation,
  counterpart: Operation,
  request: CaseRequest,
  { part, value = null }: Broken,
): CaseRequest | undefined {
  const theirs = operation.parameters.find((each) => parameterKey(each) === part);
  const own = theirs && counterpartOfParameter(operation, theirs, counterpart);
  if (theirs === undefined || own === undefined) return undefined;
  const { kept, lost } = withoutLost(value, shapeOf(other, [theirs]), shapeOf(by, [own]));
  if (lost.length === 0) return request;
  return withValue(theirs, request, { before: value, after: kept });
}

/** An answer that another contract refuses, without what a contract does not have. */
export function answerAsKnownBy(by: Contract, other: Contract, one: AnswerCase): AnswerCase | undefined {
  const { answer, keyword, operation } = one;
  const counterpart = counterpartOf(operation, by);
  // A status and a media type are allowed by answers of the contract's own.
  if (counterpart === undefined || keyword === "status" || keyword === "content") return undefined;
  const [theirs, own] = [operation, counterpart].map((each) => responseFor(each, answer.status));
  if (theirs === undefined || own === undefined) return undefined;
  const gone = new Set(
    theirs.headers
      .filter(({ name }) => !own.headers.some((each) => each.name.toLowerCase() === name.toLowerCase()))
      .map(({ name }) => name.toLowerCase()),
  );
  const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !gone.has(name)));
  const known = { ...answer, headers };
  const type = answer.headers["content-type"] ?? "";
  const [theirMedia, ownMedia] = [theirs, own].map(({ content }) => mediaOf(content, type));
  if (theirMedia === undefined || ownMedia === undefined) return { ...one, answer: known };
  const came = { contentType: type, text: answer.body };
  const { contentType, text } = bodyWithoutLost([other, theirMedia], [by, ownMedia], came) ?? came;
  return { ...one, answer: { ...known, headers: { ...headers, "content-type": contentType }, body: text } };
}

type Read = readonly [contract: Contract, media: MediaType];

/** A body without what is lost; `undefined` if it cannot be read. */
function bodyWithoutLost([other, theirs]: Read, [by, own]: Read, body: BodyText): BodyText | undefined {
  return bodyWithout(theirs, body, (value) =>
    withoutLost(value, shapeOf(other, [theirs]), shapeOf(by, [own])),
  );
}

function mediaOf(content: readonly MediaType[] | undefined, type: string): MediaType | undefined {
  return mediaFor(content ?? [], type);
}
