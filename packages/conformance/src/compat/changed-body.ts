import { isDeepStrictEqual } from "node:util";
import { isForm, isObject, type JsonValue, type MediaType } from "@workflow-api/contract";
import type { CaseRequest } from "../case.ts";
import { isSame } from "../check-documented.ts";
import type { Refusal } from "./accepts-request.ts";
import { readBody } from "./body-text.ts";
import type { Operations } from "./changed-meaning.ts";
import { defaultsChanged, withoutLost } from "./lost-members.ts";
import { type Shape, shapeOf } from "./shape.ts";

/** Why a body that both contracts allow is not the same to both. */
export function changedBody(
  { by, byContract, other, otherContract }: Operations,
  { body, headers }: CaseRequest,
): Refusal[] {
  const contentType = headers["Content-Type"] ?? "";
  const [own, theirs] = [by, other].map(({ requestBody }) =>
    requestBody?.content.find(({ mediaType }) => isSame(mediaType, contentType)),
  );
  if (body === undefined || own === undefined || theirs === undefined) return [];
  const sent = { contentType, text: body };
  const value = readBody(own, sent);
  if (value === undefined) return [];
  const shapes: [Shape, Shape] = [shapeOf(byContract, [own]), shapeOf(otherContract, [theirs])];
  const reasons = [
    ...withoutLost(value, ...shapes).lost.map((path) => `The body has no member ${path}.`),
    ...defaultsChanged(value, ...shapes).map(({ meant, path }) => `The member ${path} of the body ${meant}.`),
    ...fieldsReadOtherwise(own, value, readBody(theirs, sent)),
  ];
  return reasons.map((reason) => ({ reason, part: "body" }));
}

/** The fields of a form that come as something else; the types of what they hold are those of text. */
function fieldsReadOtherwise(
  { mediaType }: MediaType,
  value: JsonValue,
  other: JsonValue | undefined,
): string[] {
  if (!isForm(mediaType) || !isObject(value) || !isObject(other)) return [];
  return Object.keys(value)
    .filter((name) => !isDeepStrictEqual(asTexts(value[name]), asTexts(other[name])))
    .map((name) => `The field ${name} of the body is read as another value.`);
}

/** One value and a list of one are the same. */
function asTexts(value: JsonValue | undefined): unknown {
  if (isObject(value)) return Object.entries(value).map(([name, member]) => [name, asTexts(member)]);
  return [value ?? []].flat().map((item) => (isObject(item) ? asTexts(item) : String(item)));
}
