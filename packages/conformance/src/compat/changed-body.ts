import type { CaseRequest } from "../case.ts";
import { mediaFor } from "../media-for.ts";
import type { Refusal } from "./accepts-request.ts";
import { readBody } from "./body-text.ts";
import type { Operations } from "./changed-meaning.ts";
import { fieldsReadOtherwise, readOtherwise } from "./fields-read-otherwise.ts";
import { defaultsChanged, withoutLost } from "./lost-members.ts";
import { unsentBy, withoutReadOnly } from "./one-way-members.ts";
import { type Shape, shapeOf } from "./shape.ts";
import { isSaidAlike } from "./unsettled.ts";

/** Why a body that both contracts allow is not the same to both. */
export function changedBody(
  { by, byContract, for: whom, other, otherContract, sender }: Operations,
  { body, headers }: CaseRequest,
): Refusal[] {
  const contentType = headers["Content-Type"] ?? "";
  const [own, theirs] = [by, other].map(({ requestBody }) =>
    mediaFor(requestBody?.content ?? [], contentType),
  );
  if (body === undefined || own === undefined || theirs === undefined) return [];
  if (isSaidAlike([byContract, own], [otherContract, theirs])) return [];
  const sent = { contentType, text: body };
  const value = readBody(own, sent);
  if (value === undefined) return [];
  const shapes: [Shape, Shape] = [shapeOf(byContract, [own]), shapeOf(otherContract, [theirs])];
  // What the service sends is like an answer: to who receives it a member more is one that they do not know.
  const isService = sender === "service";
  const lost = isService ? [] : withoutLost(value, ...shapes).lost;
  const unsent = isService && whom === "servers" ? [] : withoutReadOnly(otherContract, theirs, value).lost;
  const reasons = [
    ...lost.map((path) => `The body has no member ${path}.`),
    ...unsent.map((path) => unsentBy(isService ? "server" : "client", `The member ${path} of the body`)),
    ...defaultsChanged(value, ...shapes).map(({ meant, path }) => `The member ${path} of the body ${meant}.`),
    ...fieldsReadOtherwise(own, theirs, sent).map(readOtherwise),
  ];
  return reasons.map((reason) => ({ reason, part: "body" }));
}
